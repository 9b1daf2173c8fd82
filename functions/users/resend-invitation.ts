import type * as users from '#shared/api/users.ts'
import { presentUser } from '../data/organisations.ts'
import { decideAnew } from '../data/overtaken.ts'
import { waitingWrite } from '../data/users.ts'
import { AppError } from '../http/app-error.ts'
import type { Operation } from '../http/operation.ts'
import { countInvitation } from '../mail/mail-limits.ts'
import { sendLink } from '../mail/outbox.ts'
import { giveBack } from '../security/throttle.ts'
import { findUser } from './find-user.ts'

export const resendInvitation: Operation<typeof users.resendInvitation> = ({ caller, params }, services) =>
  decideAnew(async () => {
    const user = await findUser(caller, params, services)
    if (user.account_id) throw new AppError('conflict', 'This user has set up the account already')
    if (!user.is_active) throw new AppError('conflict', 'This user is inactive')
    const fields = { invited_by: caller.user.full_name }
    const tries = await countInvitation(services, caller.tenant, user.email)
    const writes = [waitingWrite({ ...user, ...fields })]
    const sending = sendLink(services, 'invitation', { user, fields, writes })
    const invitation_sent = await sending.catch(async (error: unknown) => {
      await giveBack(services.table, tries)
      throw error
    })
    return { ...presentUser({ ...caller, user }), invitation_sent }
  })
