import type * as users from '#shared/api/users.ts'
import { OvertakenError, retryIfOvertaken } from '../data/overtaken.ts'
import { aboutRole } from '../data/subjects.ts'
import { remove } from '../data/writes.ts'
import { AppError } from '../failures/app-error.ts'
import type { Operation } from '../http/operation.ts'
import { findRole } from './role-writes.ts'

export const deleteRole: Operation<typeof users.deleteRole> = async ({ caller, params, activity }, services) => {
  await retryIfOvertaken(async () => {
    const role = await findRole(caller, params, services)
    if (role.is_system_role) throw new AppError('conflict', 'System roles cannot be deleted')
    if (role.user_count > 0) {
      const users = role.user_count === 1 ? '1 user has' : `${role.user_count} users have`
      throw new AppError('conflict', `${users} this role. Remove it from them first.`)
    }
    await activity.record(
      { action: 'role.deleted', ...aboutRole(role) },
      remove(caller.keys.role(role.id), {
        where: { user_count: 0, name: role.name },
        refused: () => new OvertakenError(),
      }),
      remove(caller.keys.roleName(role.name)),
    )
  })
}
