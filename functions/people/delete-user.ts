import type * as users from '#shared/api/users.ts'
import { retryIfOvertaken } from '../data/overtaken.ts'
import { aboutUser } from '../data/subjects.ts'
import { AppError } from '../failures/app-error.ts'
import type { Operation } from '../http/operation.ts'
import { refuseNewAdministrator } from './administrators.ts'
import { findUser } from './find-user.ts'
import { userHidingWrites } from './hidden-user-writes.ts'

/** Deletes a user. Histories keep the user's name, and the email address becomes available again. */
export const deleteUser: Operation<typeof users.deleteUser> = async (request, services) => {
  const { caller, params, confirmIf, activity } = request
  await retryIfOvertaken(async () => {
    const user = await findUser(caller, params, services)
    if (user.id === caller.user.id) throw new AppError('conflict', 'You cannot delete your own account')
    // Someone who has not joined yet takes part in nothing.
    if (user.is_tenant_admin && user.account_id) refuseNewAdministrator(caller, services.now())
    await confirmIf(user.is_tenant_admin)
    await activity.record({ action: 'user.deleted', ...aboutUser(user) }, ...(await userHidingWrites(services, user)))
  })
}
