import { recipient, system } from '#shared/model/activity.ts'
import { manageDeliveries } from '#shared/rules/permissions.ts'
import type { StoredRole } from '../data/entities/role.ts'
import type { StoredTenant } from '../data/entities/tenant.ts'
import { nobody } from '../data/organisations.ts'
import { keysOf } from '../data/table-keys.ts'
import type { Caller } from '../http/operation.ts'

/** Who does what Carelane does by itself in an organisation: histories and events name them, and every delivery is there for them. */
export const systemCaller = (tenant: StoredTenant, roles: StoredRole[]): Caller => callerOf(system.name, tenant, roles)

/** Who has the link of a door, for histories. What they may do is up to the calls of that link. */
export const recipientCaller = (tenant: StoredTenant): Caller => callerOf(recipient.name, tenant, [])

function callerOf(full_name: string, tenant: StoredTenant, roles: StoredRole[]): Caller {
  const common = { id: nobody, email: '', session_epoch: 0, created_at: tenant.created_at }
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
