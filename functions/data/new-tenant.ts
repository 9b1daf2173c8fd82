import type { StoredTenant } from './entities/tenant.ts'
import { systemRolesInLine } from './system-roles.ts'
import { keysOf, unscopedKeys } from './table-keys.ts'
import { put, type Write } from './writes.ts'

/** The writes for a new organisation: its subscriptions, and the system roles of its product groups. */
export function newTenant(tenant: StoredTenant, newId: () => string) {
  const keys = keysOf(tenant.id)
  const subscribed = tenant.subscribed_products
  const { roles, writes } = systemRolesInLine({ tenant, keys, roles: [], subscribed, newId })
  return { roles, writes: [put(keys.tenant, tenant, { absent: true }), ...writes] }
}

/** Adds an organisation to the list when it becomes permanent, together with its first event. */
export const listedWrite = (tenantId: string): Write =>
  put(unscopedKeys.organisationEntry(tenantId), { tenant_id: tenantId })
