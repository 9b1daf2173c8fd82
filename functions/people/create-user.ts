import type * as users from '#shared/api/users.ts'
import { presentUser } from '../data/organisations.ts'
import type { Operation } from '../http/operation.ts'
import { trySendingAtOnce } from '../mail/send-letter.ts'
import { createUserAndInvitation } from './create-user-and-invitation.ts'

/** Creates a user and, if an invitation is requested, tries to send it. If the mail fails, the user still exists. */
export const createUser: Operation<typeof users.createUser> = async (request, services) => {
  const { body, caller, confirmIf, activity } = request
  await confirmIf(body.is_tenant_admin)
  const { user, mail } = await createUserAndInvitation(body, { caller, activity, mailedBy: 'run' }, services)
  const invitation_sent = mail !== undefined && (await trySendingAtOnce(services, mail))
  return { ...presentUser({ ...caller, user }, services.now()), invitation_sent }
}
