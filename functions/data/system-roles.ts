import { permissionsOfGroup, products, systemRoles } from '#shared/model/catalogue.ts'
import type { StoredRole } from './entities/role.ts'
import { type ExpiringItem, pickExpiry } from './expiring-item.ts'
import { OvertakenError } from './overtaken.ts'
import type { TenantKeys } from './table-keys.ts'
import { put, update, type Write } from './writes.ts'

interface Organisation {
  tenant: ExpiringItem
  keys: TenantKeys
  roles: readonly StoredRole[]
  subscribed: readonly string[]
  newId: () => string
}

/**
 * Returns the system roles that an organisation should have for the groups of its subscribed products, and the writes that
 * establish them. These writes create missing roles, and give existing roles the permissions of the catalogue. If a write fails
 * with `OvertakenError`, the caller has to read the roles and decide again.
 */
export function planSystemRoles({ tenant, keys, roles, subscribed, newId }: Organisation) {
  const groups = new Set<string>(
    products.filter(({ key }) => subscribed.includes(key)).map(({ group_key }) => group_key),
  )
  const inLine: StoredRole[] = []
  const writes: Write[] = []
  for (const { group_key, name, description, permissions: granted } of systemRoles) {
    if (!groups.has(group_key)) continue
    const permissions = granted === 'all' ? permissionsOfGroup(group_key) : [...granted]
    const existing = roles.find(({ system_name }) => system_name === name)
    if (existing) {
      inLine.push({ ...existing, permissions })
      const guard = { exists: true, refused: () => new OvertakenError() } as const
      writes.push(update(keys.role(existing.id), { set: { permissions } }, guard))
      continue
    }
    const role: StoredRole = {
      id: newId(),
      name: freeName(name, roles),
      description,
      is_system_role: true,
      permissions,
      user_count: 0,
      system_name: name,
      ...pickExpiry(tenant),
    }
    inLine.push(role)
    writes.push(
      put(keys.role(role.id), role),
      roleNameWrite(keys, role, () => new OvertakenError()),
    )
  }
  return { roles: inLine, writes }
}

/** Returns the write that claims a name for a role. `refused` makes the error if another role has the name. */
export const roleNameWrite = (keys: TenantKeys, role: StoredRole, refused: () => Error): Write =>
  put(keys.roleName(role.name), { role_id: role.id, ...pickExpiry(role) }, { absent: true, refused })

/** Returns the name, with a number added if the tenant already has a role of that name. */
function freeName(name: string, roles: readonly StoredRole[]) {
  const taken = new Set(roles.map((role) => role.name.toLowerCase()))
  let free = name
  for (let number = 2; taken.has(free.toLowerCase()); number++) free = `${name} ${number}`
  return free
}
