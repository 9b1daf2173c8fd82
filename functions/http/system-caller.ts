import { recipientActor, systemActor } from '#shared/model/activity.ts'
import { manageDeliveriesRule } from '#shared/rules/permissions.ts'
import type { StoredRole } from '../data/entities/role.ts'
import type { StoredTenant } from '../data/entities/tenant.ts'
import type { StoredUser } from '../data/entities/user.ts'
import { nilId } from '../data/organisations.ts'
import { keysOf } from '../data/table-keys.ts'
import type { Caller } from './operation.ts'

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
  const { id: tenant_id, created_at } = tenant
  return {
    ...personlessCaller({ id: nilId, tenant_id, full_name, created_at }),
    tenant,
    roles,
    permissions: new Set([manageDeliveriesRule.named]),
    keys: keysOf(tenant_id),
    sessionId: '',
    signedInAt: created_at,
    address: '',
    device: '',
  }
}

/** Describes a caller who is no person as a user and an account. It is no administrator and has neither an e-mail address nor a role. */
export function personlessCaller({
  id,
  created_at,
  ...named
}: Pick<StoredUser, 'id' | 'tenant_id' | 'full_name' | 'created_at'>): Pick<Caller, 'user' | 'account'> {
  const account = { id, email: '', session_epoch: 0, created_at, last_tenant_id: null }
  return {
    user: {
      ...named,
      id,
      email: '',
      avatar_url: null,
      is_tenant_admin: false,
      is_active: true,
      roles: [],
      invited_by: null,
      session_epoch: 0,
      version: 0,
      created_at,
    },
    account,
  }
}
