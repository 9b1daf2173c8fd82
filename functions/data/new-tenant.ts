import type { StoredTenant } from './entities.ts'
import { keysOf, unscopedKeys } from './keys.ts'
import { systemRolesInLine } from './system-roles.ts'
import { put } from './writes.ts'

/** An organisation from its first moment: subscribed, with the system roles of its product groups. */
export function newTenant(tenant: StoredTenant, newId: () => string) {
  const keys = keysOf(tenant.id)
  const subscribed = tenant.subscribed_products
  const { roles, writes } = systemRolesInLine({ tenant, keys, roles: [], subscribed, newId })
  const entry = put(unscopedKeys.organisationEntry(tenant.id), { tenant_id: tenant.id }, { absent: true })
  return { roles, writes: [put(keys.tenant, tenant, { absent: true }), entry, ...writes] }
}
