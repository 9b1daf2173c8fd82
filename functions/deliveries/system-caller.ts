import { recipientActor, systemActor } from '#shared/model/activity.ts'
import { manageDeliveriesRule } from '#shared/rules/permissions.ts'
import type { StoredRole } from '../data/entities/role.ts'
import type { StoredTenant } from '../data/entities/tenant.ts'
import { nilId } from '../data/organisations.ts'
import { keysOf } from '../data/table-keys.ts'
import type { Caller } from '../http/operation.ts'

/**
 * Makes the caller for work that Carelane does on its own in an organisation. This caller can see every delivery, and its name
 * appears in histories and events.
 */
export const systemCaller = (tenant: StoredTenant, roles: StoredRole[]): Caller =>
  callerOf(systemActor.name, tenant, roles)

/**
 * Makes the caller for a recipient who uses a door's link; its name appears in histories. Like the system's caller, it has the
 * permission to manage deliveries, so each operation behind the link must itself decide what a recipient may do.
 */
export const recipientCaller = (tenant: StoredTenant): Caller => callerOf(recipientActor.name, tenant, [])

function callerOf(full_name: string, tenant: StoredTenant, roles: StoredRole[]): Caller {
  const common = { id: nilId, email: '', session_epoch: 0, created_at: tenant.created_at }
  return {
    user: {
      ...common,
      tenant_id: tenant.id,
      full_name,
      avatar_url: null,
      is_tenant_admin: false,
      is_active: true,
      roles: [],
      invited_by: null,
      version: 0,
    },
    account: { ...common, last_tenant_id: null },
    tenant,
    roles,
    permissions: new Set([manageDeliveriesRule.named]),
    keys: keysOf(tenant.id),
    sessionId: '',
    signedInAt: tenant.created_at,
    address: '',
    device: '',
  }
}
