import type * as users from '#shared/api/users.ts'
import { retryIfOvertaken } from '../data/overtaken.ts'
import { aboutUser } from '../data/subjects.ts'
import type { Operation } from '../http/operation.ts'
import { findUser } from './find-user.ts'
import { userHidingWrites } from './hidden-user-writes.ts'
import { alreadyJoinedError } from './resend-invitation.ts'

/** Withdraws an invitation by deleting the invited user, which makes the invitation's link void. */
export const withdrawInvitation: Operation<typeof users.withdrawInvitation> = async (request, services) => {
  const { caller, params, confirmIf, activity } = request
  // To withdraw an invitation only protects.
  await confirmIf(false)
  await retryIfOvertaken(async () => {
    const user = await findUser(caller, params, services)
    if (user.account_id) throw alreadyJoinedError()
    await activity.record({ action: 'user.deleted', ...aboutUser(user) }, ...(await userHidingWrites(services, user)))
  })
}
