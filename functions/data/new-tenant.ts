import type { StoredTenant } from './entities/tenant.ts'
import { planSystemRoles } from './system-roles.ts'
import { keysOf, unscopedKeys } from './table-keys.ts'
import { put, type Write } from './writes.ts'

/** Returns the system roles of a new organisation, and the writes that create the organisation and these roles. */
export function planNewTenant(tenant: StoredTenant, newId: () => string) {
  const keys = keysOf(tenant.id)
  const subscribed = tenant.subscribed_products
  const { roles, writes } = planSystemRoles({ tenant, keys, roles: [], subscribed, newId })
  return { roles, writes: [put(keys.tenant, tenant, { absent: true }), ...writes] }
}

/**
 * Returns the write that adds an organisation to the list of those whose sign-up is complete. It belongs in the transaction of the
 * organisation's first event.
 */
export const organisationEntryWrite = (tenantId: string): Write =>
  put(unscopedKeys.organisationEntry(tenantId), { tenant_id: tenantId })
