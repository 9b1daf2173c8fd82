import type { StoredTenant } from './entities.ts'
import { keysOf } from './keys.ts'
import { systemRolesInLine } from './system-roles.ts'
import type { Write } from './table.ts'

/** An organisation from its first moment: subscribed, with the system roles of its product groups. */
export function newTenant(tenant: StoredTenant, newId: () => string) {
  const keys = keysOf(tenant.id)
  const subscribed = tenant.subscribed_products
  const { roles, writes } = systemRolesInLine({ keys, roles: [], subscribed, newId })
  const first: Write = { key: keys.tenant, put: tenant, condition: 'attribute_not_exists(pk)' }
  return { roles, writes: [first, ...writes] }
}
