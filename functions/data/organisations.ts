import type { TenantInfo, User } from '#shared/model/account.ts'
import { productGroups, products } from '#shared/model/catalogue.ts'
import { effectivePermissions } from '#shared/rules/effective-permissions.ts'
import { tenantAdminLabel } from '#shared/rules/permissions.ts'
import { userStateLabels } from '#shared/rules/user-states.ts'
import type { StoredRole } from './entities/role.ts'
import type { StoredTenant } from './entities/tenant.ts'
import type { StoredUser } from './entities/user.ts'
import { isNotExpired } from './expiring-item.ts'
import { planSystemRoles } from './system-roles.ts'
import type { Table } from './table.ts'
import { keysOf, unscopedKeys } from './table-keys.ts'
import { put, type Write } from './writes.ts'

/** A user with the tenant and the roles, which together determine the user's rights. */
interface Member {
  user: StoredUser
  tenant: StoredTenant
  roles: StoredRole[]
}

/** An id that no tenant and no user has. */
export const nilId = '00000000-0000-0000-0000-000000000000'

/**
 * Reads the tenant and its roles with one query. An expired sign-up doesn't count as a tenant, even while its items still exist.
 */
export async function readOrganisation(table: Table, tenantId: string, now: Date) {
  const items = await table.queryAll(keysOf(tenantId).organisation, { consistent: true })
  const tenant = items.find((item) => 'subscribed_products' in item)
  return {
    tenant: tenant && isNotExpired(tenant, now) ? tenant : undefined,
    roles: items.filter((item) => 'is_system_role' in item),
  }
}

/** Returns the user's state, and the end of an invitation that is still open. */
function stateOf({ account_id, is_active, invitation_link: link }: StoredUser, now: Date) {
  const none = { invitation_ends_at: null }
  if (!is_active) return { state: userStateLabels.inactive, ...none }
  if (account_id) return { state: userStateLabels.active, ...none }
  if (!link) return { state: userStateLabels.notInvited, ...none }
  const ends = new Date(link.expires_at_seconds * 1000)
  if (ends <= now) return { state: userStateLabels.expired, ...none }
  return { state: userStateLabels.invited, invitation_ends_at: ends.toISOString() }
}

export function presentUser({ user, tenant, roles }: Member, now: Date): User {
  const firstRole = roles.find(({ id }) => id === user.roles[0])
  return {
    id: user.id,
    tenant_id: user.tenant_id,
    full_name: user.full_name,
    email: user.email,
    phone: user.phone ?? '',
    avatar_url: user.avatar_url,
    is_tenant_admin: user.is_tenant_admin,
    is_active: user.is_active,
    roles: user.roles,
    role: user.is_tenant_admin ? tenantAdminLabel : (firstRole?.name ?? null),
    permissions: [...effectivePermissions(user, roles, tenant.subscribed_products)],
    created_at: user.created_at,
    ...stateOf(user, now),
    last_seen_at: user.last_seen_at ?? null,
    open_deliveries: Math.max(0, user.open_deliveries ?? 0),
  }
}

export function presentTenant(tenant: StoredTenant): TenantInfo {
  const subscribed = products.filter(({ key }) => tenant.subscribed_products.includes(key))
  return {
    id: tenant.id,
    name: tenant.name,
    description: tenant.description,
    time_zone: tenant.time_zone,
    time_ranges: tenant.time_ranges,
    delivery_days: tenant.delivery_days,
    closed_days: tenant.closed_days,
    new_delivery_defaults: tenant.new_delivery_defaults,
    subscribed_product_groups: productGroups
      .map(({ key }) => key)
      .filter((group) => subscribed.some(({ group_key }) => group_key === group)),
    subscribed_products: subscribed.map(({ key }) => key),
  }
}

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
