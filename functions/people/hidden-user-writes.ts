import type { StoredUser } from '../data/entities/user.ts'
import { OvertakenError } from '../data/overtaken.ts'
import { keysOf } from '../data/table-keys.ts'
import { unassignTaskWrite } from '../data/unassign-task-write.ts'
import { userCountWrites, userDepartureWrites } from '../data/users.ts'
import { update, type Write } from '../data/writes.ts'
import type { Services } from '../http/services.ts'

/**
 * Returns the writes that remove a user from the organisation. They fail if someone has changed the user since `user` was read.
 * The user's item is hidden but kept, because it counts the user's open deliveries. A worker takes these deliveries back and then
 * deletes the item.
 */
export async function userHidingWrites(services: Services, user: StoredUser): Promise<Write[]> {
  const { id, tenant_id, account_id, version } = user
  const keys = keysOf(tenant_id)
  const gone = { is_active: false, is_tenant_admin: false, roles: [], version: version + 1 }
  return [
    update(
      keys.user(id),
      {
        set: { ...gone, deleted_at: services.now().toISOString() },
        remove: ['account_id', 'invitation_link', 'verification_link'],
      },
      { where: { version }, ...(!account_id && { hasNot: ['account_id'] }), refused: () => new OvertakenError() },
    ),
    ...(await userDepartureWrites(services.table, user)),
    ...userCountWrites(keys, user, undefined),
    unassignTaskWrite(services, { tenant_id, user_id: id }),
  ]
}
