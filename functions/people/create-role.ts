import type * as users from '#shared/api/users.ts'
import { changesBetween } from '../data/changes.ts'
import type { StoredRole } from '../data/entities/role.ts'
import { aboutRole } from '../data/subjects.ts'
import { roleNameWrite } from '../data/system-roles.ts'
import { put } from '../data/writes.ts'
import type { Operation } from '../http/operation.ts'
import { eventFieldsOfRole, presentRole, roleNameTakenError } from './role-writes.ts'

export const createRole: Operation<typeof users.createRole> = async ({ body, caller, activity }, services) => {
  const role: StoredRole = { ...body, id: services.newId(), is_system_role: false, user_count: 0 }
  await activity.record(
    { action: 'role.created', ...aboutRole(role), changes: changesBetween({}, eventFieldsOfRole(role)) },
    put(caller.keys.role(role.id), role),
    roleNameWrite(caller.keys, role, roleNameTakenError),
  )
  return presentRole(role)
}
