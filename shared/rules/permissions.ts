import { type PermissionKey, productOfPermission } from '../model/catalogue.ts'

/** Passes when the caller holds any of the keys; a refusal names `named`. */
export interface AccessRule {
  named: PermissionKey
  anyOf: readonly PermissionKey[]
}

export const viewDeliveries: AccessRule = {
  named: 'delivery.view_orders',
  anyOf: ['delivery.view_orders', 'delivery.create_orders', 'delivery.edit_orders'],
}

export const createDeliveries: AccessRule = {
  named: 'delivery.create_orders',
  anyOf: ['delivery.create_orders'],
}

export const manageDeliveries: AccessRule = {
  named: 'delivery.edit_orders',
  anyOf: ['delivery.create_orders', 'delivery.edit_orders'],
}

export const permits = (held: ReadonlySet<string>, rule: AccessRule) => rule.anyOf.some((key) => held.has(key))

export const permissionRefusal = (permission: string) => `You don't have the required permission: ${permission}`

/** What a tenant administrator is called in place of a role. */
export const tenantAdminRole = 'Tenant Administrator'

export const tenantAdminRefusal = 'Access Denied: You need tenant administrator privileges to access this page.'

interface Holder {
  is_tenant_admin: boolean
  roles: readonly string[]
}
interface Grants {
  id: string
  permissions: readonly string[]
}

/**
 * What a user may do now: their roles' keys, less those of products that the tenant does not subscribe to. A tenant
 * administrator holds every key of the subscribed products.
 */
export function effectivePermissions(user: Holder, roles: readonly Grants[], subscribed: readonly string[]) {
  const granted = user.is_tenant_admin
    ? [...productOfPermission.keys()]
    : roles.filter((role) => user.roles.includes(role.id)).flatMap((role) => role.permissions)
  return new Set(granted.filter((key) => subscribed.includes(productOfPermission.get(key) ?? '')))
}

/** The map product → keys that the permission calls answer. */
export function permissionsByProduct(held: Iterable<string>): Record<string, string[]> {
  const map: Record<string, string[]> = {}
  for (const key of held) {
    const product = productOfPermission.get(key)
    if (product) map[product] = [...(map[product] ?? []), key]
  }
  return map
}
