import type * as users from '#shared/api/users.ts'
import type { StoredRole } from '../data/entities.ts'
import { decideAnew, Overtaken } from '../data/overtaken.ts'
import { setting } from '../data/setting.ts'
import { nameWrite } from '../data/system-roles.ts'
import type { Write } from '../data/table.ts'
import type { Caller, Operation } from '../http/operation.ts'
import { findRole, nameTaken, presentRole } from './role-writes.ts'

export const updateRole: Operation<typeof users.updateRole> = ({ body, caller, params }, services) =>
  decideAnew(async () => {
    const role = await findRole(caller, params, services)
    const fields = {
      name: body.name ?? role.name,
      description: body.description ?? role.description,
      permissions: body.permissions ?? role.permissions,
    }
    const { names, values, ...rest } = setting(fields)
    const next = { ...role, ...fields }
    await services.table.write(
      {
        key: caller.keys.role(role.id),
        ...rest,
        condition: '#name = :seen',
        names,
        values: { ...values, ':seen': role.name },
        refused: () => new Overtaken(),
      },
      ...renameWrites(caller, role, next),
    )
    return presentRole(next)
  })

/** A name that differs in case alone is still the role's own. */
function renameWrites({ keys }: Caller, before: StoredRole, after: StoredRole): Write[] {
  if (keys.roleName(before.name).sk === keys.roleName(after.name).sk) return []
  return [{ key: keys.roleName(before.name), remove: true }, nameWrite(keys, after, nameTaken)]
}
