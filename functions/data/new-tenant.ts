import type { StoredTenant } from './entities/tenant.ts'
import { systemRolesInLine } from './system-roles.ts'
import { keysOf, unscopedKeys } from './table-keys.ts'
import { put, type Write } from './writes.ts'

/** The tenant and the system roles of a new organisation, with the writes that create them. */
export function newTenant(tenant: StoredTenant, newId: () => string) {
  const keys = keysOf(tenant.id)
  const subscribed = tenant.subscribed_products
  const { roles, writes } = systemRolesInLine({ tenant, keys, roles: [], subscribed, newId })
  return { roles, writes: [put(keys.tenant, tenant, { absent: true }), ...writes] }
}

/** Adds an organisation to the list of permanent ones. Write this together with the organisation's first event. */
export const organisationEntryWrite = (tenantId: string): Write =>
  put(unscopedKeys.organisationEntry(tenantId), { tenant_id: tenantId })
