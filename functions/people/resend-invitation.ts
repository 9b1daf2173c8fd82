import type * as users from '#shared/api/users.ts'
import { presentUser } from '../data/organisations.ts'
import { retryIfOvertaken } from '../data/overtaken.ts'
import { aboutUser } from '../data/subjects.ts'
import { pendingMembershipWrite } from '../data/users.ts'
import type { Write } from '../data/writes.ts'
import { AppError } from '../failures/app-error.ts'
import type { Operation } from '../http/operation.ts'
import { mailNewUserLink } from '../mail/mail-link.ts'
import { writeInvitation } from '../mail/write-invitation.ts'
import { findUser } from './find-user.ts'

export const alreadyJoinedError = () => new AppError('conflict', 'This user has already set up their account')

export const resendInvitation: Operation<typeof users.resendInvitation> = (
  { caller, params, confirmIf, activity },
  services,
) =>
  retryIfOvertaken(async () => {
    const user = await findUser(caller, params, services)
    if (user.account_id) throw alreadyJoinedError()
    if (!user.is_active) throw new AppError('conflict', 'This user is inactive')
    await confirmIf(user.is_tenant_admin)
    const fields = {
      invited_by: caller.user.full_name,
      invited_by_id: caller.user.id,
      invited_at: services.now().toISOString(),
    }
    const writes = [pendingMembershipWrite({ ...user, ...fields })]
    const record = (...all: readonly Write[]) => activity.record({ action: 'user.invited', ...aboutUser(user) }, ...all)
    const write = () => mailNewUserLink(services, 'invitation', { user, fields, writes, write: record })
    const invitation_sent = await writeInvitation(services, { tenant: caller.tenant, email: user.email, write })
    // The new link has changed the user's state.
    const invited = await findUser(caller, params, services)
    return { ...presentUser({ ...caller, user: invited }, services.now()), invitation_sent }
  })
