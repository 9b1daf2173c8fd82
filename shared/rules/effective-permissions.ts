import { productOfPermission } from '../model/catalogue.ts'
import { viewDeliveries } from './permissions.ts'

interface Holder {
  is_tenant_admin: boolean
  roles: readonly string[]
}
interface Grants {
  id: string
  permissions: readonly string[]
}

/**
 * What a user may do now: the permissions of their roles, without those of products that the tenant does not subscribe to. A tenant
 * administrator has every permission of the subscribed products.
 */
export function effectivePermissions(user: Holder, roles: readonly Grants[], subscribed: readonly string[]) {
  const granted = user.is_tenant_admin
    ? [...productOfPermission.keys()]
    : roles.filter((role) => user.roles.includes(role.id)).flatMap((role) => role.permissions)
  return new Set(granted.filter((key) => subscribed.includes(productOfPermission.get(key) ?? '')))
}

/** Deliveries can be assigned to active users who may see deliveries. */
export const canDeliver = (
  user: Holder & { is_active: boolean },
  roles: readonly Grants[],
  subscribed: readonly string[],
) => user.is_active && effectivePermissions(user, roles, subscribed).has(viewDeliveries.named)

/** The permissions by product, as the permission calls return them. */
export function permissionsByProduct(held: Iterable<string>): Record<string, string[]> {
  const map: Record<string, string[]> = {}
  for (const key of held) {
    const product = productOfPermission.get(key)
    if (product) map[product] = [...(map[product] ?? []), key]
  }
  return map
}
