import type * as users from '#shared/api/users.ts'
import { sentFields } from '#shared/model/shapes.ts'
import { viewDeliveriesRule } from '#shared/rules/permissions.ts'
import { changesBetween } from '../data/changes.ts'
import type { StoredRole } from '../data/entities/role.ts'
import { OvertakenError, retryIfOvertaken } from '../data/overtaken.ts'
import { aboutRole } from '../data/subjects.ts'
import { roleNameWrite } from '../data/system-roles.ts'
import { unassignTaskWrite } from '../data/unassign-task-write.ts'
import { remove, update, type Write } from '../data/writes.ts'
import type { Caller, Operation } from '../http/operation.ts'
import { eventFieldsOfRole, findRole, presentRole, roleNameTakenError } from './role-writes.ts'

export const updateRole: Operation<typeof users.updateRole> = ({ body, caller, params, activity }, services) =>
  retryIfOvertaken(async () => {
    const role = await findRole(caller, params, services)
    const sent = sentFields(body)
    const next = { ...role, ...sent }
    await activity.record(
      {
        action: 'role.edited',
        ...aboutRole(next),
        changes: changesBetween(eventFieldsOfRole(role), eventFieldsOfRole(next)),
      },
      update(
        caller.keys.role(role.id),
        // Only what was sent is set, so that no parallel edit of another field is undone.
        { set: { ...sent, name: next.name } },
        { where: { name: role.name }, refused: () => new OvertakenError() },
      ),
      ...renameWrites(caller, role, next),
      ...(stopsDelivering(role, next)
        ? [unassignTaskWrite(services, { tenant_id: caller.tenant.id, role_id: role.id })]
        : []),
    )
    return presentRole(next)
  })

/** Whether the change could leave someone without the permission to deliver. */
const stopsDelivering = (before: StoredRole, after: StoredRole) =>
  before.permissions.includes(viewDeliveriesRule.named) && !after.permissions.includes(viewDeliveriesRule.named)

/**
 * Returns the writes that move the entry that reserves the role's name. A name that differs only in case has the same entry and
 * needs no writes.
 */
function renameWrites({ keys }: Caller, before: StoredRole, after: StoredRole): Write[] {
  if (keys.roleName(before.name).sk === keys.roleName(after.name).sk) return []
  return [remove(keys.roleName(before.name)), roleNameWrite(keys, after, roleNameTakenError)]
}
