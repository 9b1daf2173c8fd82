import { permissionsOfGroup, products, systemRoles } from '#shared/model/catalogue.ts'
import type { StoredRole, StoredTenant } from './entities.ts'
import type { TenantKeys } from './keys.ts'
import { Overtaken } from './overtaken.ts'
import { put, update, type Write } from './writes.ts'

interface Organisation {
  tenant: Pick<StoredTenant, 'expires_at_seconds'>
  keys: TenantKeys
  roles: readonly StoredRole[]
  subscribed: readonly string[]
  newId: () => string
}

/**
 * The system roles of every group with a subscribed product, as they shall be, and the writes that make them so: a missing one
 * is made, the permissions of one that is there become the catalogue's. Refused writes are to be decided anew.
 */
export function systemRolesInLine({ tenant, keys, roles, subscribed, newId }: Organisation) {
  const groups = new Set<string>(
    products.filter(({ key }) => subscribed.includes(key)).map(({ group_key }) => group_key),
  )
  const { expires_at_seconds } = tenant
  const end = expires_at_seconds === undefined ? {} : { expires_at_seconds }
  const inLine: StoredRole[] = []
  const writes: Write[] = []
  for (const { group_key, name, description, permissions: granted } of systemRoles) {
    if (!groups.has(group_key)) continue
    const permissions = granted === 'all' ? permissionsOfGroup(group_key) : [...granted]
    const existing = roles.find(({ system_name }) => system_name === name)
    if (existing) {
      inLine.push({ ...existing, permissions })
      const guard = { exists: true, refused: () => new Overtaken() } as const
      writes.push(update(keys.role(existing.id), { set: { permissions } }, guard))
      continue
    }
    const role = {
      id: newId(),
      description,
      is_system_role: true,
      permissions,
      user_count: 0,
      system_name: name,
      ...end,
    }
    const named: StoredRole = { ...role, name: freeName(name, roles) }
    inLine.push(named)
    writes.push(
      put(keys.role(named.id), named),
      nameWrite(keys, named, () => new Overtaken()),
    )
  }
  return { roles: inLine, writes }
}

/** Takes a role's name; `refused` when it is another's. */
export function nameWrite(keys: TenantKeys, { id, name, expires_at_seconds }: StoredRole, refused: () => Error): Write {
  const end = expires_at_seconds === undefined ? {} : { expires_at_seconds }
  return put(keys.roleName(name), { role_id: id, ...end }, { absent: true, refused })
}

/** The tenant may have a role of its own by that name. */
function freeName(name: string, roles: readonly StoredRole[]) {
  const taken = new Set(roles.map((role) => role.name.toLowerCase()))
  let free = name
  for (let number = 2; taken.has(free.toLowerCase()); number++) free = `${name} ${number}`
  return free
}
