import type * as users from '#shared/api/users.ts'
import { aboutUser } from '../data/subjects.ts'
import { update } from '../data/writes.ts'
import { notFoundError } from '../failures/app-error.ts'
import type { Operation } from '../http/operation.ts'
import { endAllSessionsChanges } from '../security/sessions.ts'
import { findUser } from './find-user.ts'

/**
 * Ends a user's sessions in this organisation by raising the user's `session_epoch`, because sessions of an earlier epoch are void.
 * The sessions of the same account in other organisations go on.
 */
export const endSessionsOfUser: Operation<typeof users.endSessionsOfUser> = async (request, services) => {
  const { caller, params, activity } = request
  const user = await findUser(caller, params, services)
  await activity.record(
    { action: 'user.sessions_ended', ...aboutUser(user) },
    update(caller.keys.user(user.id), endAllSessionsChanges(services.now()), {
      exists: true,
      refused: () => notFoundError('User'),
    }),
  )
}
