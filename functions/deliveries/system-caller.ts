import { recipient, system } from '#shared/model/activity.ts'
import { manageDeliveries } from '#shared/rules/permissions.ts'
import type { StoredRole } from '../data/entities/role.ts'
import type { StoredTenant } from '../data/entities/tenant.ts'
import { unknownTenantId } from '../data/organisations.ts'
import { keysOf } from '../data/table-keys.ts'
import type { Caller } from '../http/operation.ts'

/**
 * The caller for work that Carelane does by itself in an organisation. Histories and events name it, and it can see every delivery.
 */
export const systemCaller = (tenant: StoredTenant, roles: StoredRole[]): Caller => callerOf(system.name, tenant, roles)

/**
 * The caller that histories name for a recipient who uses the link of a door. The calls of that link decide what a recipient may
 * do.
 */
export const recipientCaller = (tenant: StoredTenant): Caller => callerOf(recipient.name, tenant, [])

function callerOf(full_name: string, tenant: StoredTenant, roles: StoredRole[]): Caller {
  const common = { id: unknownTenantId, email: '', session_epoch: 0, created_at: tenant.created_at }
  return {
    user: {
      ...{ ...common, tenant_id: tenant.id, full_name, avatar_url: null },
      ...{ is_tenant_admin: false, is_active: true, roles: [], invited_by: null, version: 0 },
    },
    account: { ...common, last_tenant_id: null },
    ...{ tenant, roles, permissions: new Set([manageDeliveries.named]), keys: keysOf(tenant.id) },
    ...{ sessionId: '', signedInAt: tenant.created_at, address: '', device: '' },
  }
}
