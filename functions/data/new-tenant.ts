import type { StoredTenant } from './entities/tenant.ts'
import { systemRolesInLine } from './system-roles.ts'
import { keysOf, unscopedKeys } from './table-keys.ts'
import { put, type Write } from './writes.ts'

/** An organisation from its first moment: subscribed, with the system roles of its product groups. */
export function newTenant(tenant: StoredTenant, newId: () => string) {
  const keys = keysOf(tenant.id)
  const subscribed = tenant.subscribed_products
  const { roles, writes } = systemRolesInLine({ tenant, keys, roles: [], subscribed, newId })
  return { roles, writes: [put(keys.tenant, tenant, { absent: true }), ...writes] }
}

/** An organisation that is here to stay is listed: from its first event on. */
export const listedWrite = (tenantId: string): Write =>
  put(unscopedKeys.organisationEntry(tenantId), { tenant_id: tenantId })
