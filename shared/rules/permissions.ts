import type { PermissionKey } from '../model/catalogue.ts'

/**
 * A rule about who may do something: a caller with any permission in `anyOf`. The error for other callers mentions the permission
 * `named`.
 */
export interface AccessRule {
  named: PermissionKey
  anyOf: readonly PermissionKey[]
}

export const viewDeliveriesRule: AccessRule = {
  named: 'delivery.view_orders',
  anyOf: ['delivery.view_orders', 'delivery.create_orders', 'delivery.edit_orders'],
}

export const createDeliveriesRule: AccessRule = {
  named: 'delivery.create_orders',
  anyOf: ['delivery.create_orders'],
}

export const manageDeliveriesRule: AccessRule = {
  named: 'delivery.edit_orders',
  anyOf: ['delivery.create_orders', 'delivery.edit_orders'],
}

export const satisfiesRule = (held: ReadonlySet<string>, rule: AccessRule) => rule.anyOf.some((key) => held.has(key))

export const permissionRefusalText = (permission: string) => `You don't have the required permission: ${permission}`

/** Shown in place of a role for a tenant administrator. */
export const tenantAdminLabel = 'Tenant Administrator'

export const tenantAdminRefusalText = 'Access Denied: You need tenant administrator privileges to access this page.'
