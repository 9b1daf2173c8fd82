import { productKeyByPermission } from '../model/catalogue.ts'
import { viewDeliveriesRule } from './permissions.ts'

interface Holder {
  is_tenant_admin: boolean
  roles: readonly string[]
}
interface Grants {
  id: string
  permissions: readonly string[]
}

/**
 * Returns the permissions that a user has now: those of the user's roles, except for products without a subscription. A tenant
 * administrator has all permissions of the subscribed products.
 */
export function effectivePermissions(user: Holder, roles: readonly Grants[], subscribed: readonly string[]) {
  const granted = user.is_tenant_admin
    ? [...productKeyByPermission.keys()]
    : roles.filter((role) => user.roles.includes(role.id)).flatMap((role) => role.permissions)
  return new Set(granted.filter((key) => subscribed.includes(productKeyByPermission.get(key) ?? '')))
}

/**
 * Whether deliveries can be assigned to a user: the user must be active and have the permission `delivery.view_orders` itself, not
 * only another one that allows seeing deliveries.
 */
export const canDeliver = (
  user: Holder & { is_active: boolean },
  roles: readonly Grants[],
  subscribed: readonly string[],
) => user.is_active && effectivePermissions(user, roles, subscribed).has(viewDeliveriesRule.named)

/** Groups permissions by product, in the form in which the calls about permissions return them. */
export function permissionsByProduct(held: Iterable<string>): Record<string, string[]> {
  const map: Record<string, string[]> = {}
  for (const key of held) {
    const product = productKeyByPermission.get(key)
    if (product) map[product] = [...(map[product] ?? []), key]
  }
  return map
}
