import { describe, expect, test } from 'vitest'
import { effectivePermissions, permissionsByProduct } from '#shared/rules/effective-permissions.ts'
import {
  createDeliveriesRule,
  manageDeliveriesRule,
  permissionRefusalText,
  satisfiesRule,
  viewDeliveriesRule,
} from '#shared/rules/permissions.ts'

const role = { id: 'r1', permissions: ['delivery.view_orders', 'inventory_mgmt.check_stock'] }
const other = { id: 'r2', permissions: ['delivery.edit_orders'] }
const someone = { is_tenant_admin: false, roles: ['r1'] }

describe('effective permissions are', () => {
  test('the keys of the user’s roles', () => {
    expect([...effectivePermissions(someone, [role, other], ['delivery', 'inventory_mgmt'])]).toEqual(role.permissions)
  })
  test('limited to products that the tenant subscribes to', () => {
    expect([...effectivePermissions(someone, [role, other], ['inventory_mgmt'])]).toEqual([
      'inventory_mgmt.check_stock',
    ])
  })
  test('the keys of all their roles together', () => {
    const both = effectivePermissions({ ...someone, roles: ['r1', 'r2'] }, [role, other], ['delivery'])
    expect([...both]).toEqual(['delivery.view_orders', 'delivery.edit_orders'])
  })
  test('all keys of the subscribed products for a tenant administrator', () => {
    expect([...effectivePermissions({ is_tenant_admin: true, roles: [] }, [], ['delivery'])]).toEqual([
      'delivery.view_orders',
      'delivery.create_orders',
      'delivery.edit_orders',
    ])
  })
  test('empty without a role', () => {
    expect(effectivePermissions({ ...someone, roles: [] }, [role], ['delivery']).size).toBe(0)
  })
  test('empty for an unknown role or key', () => {
    const stray = { id: 'r3', permissions: ['delivery.fly'] }
    expect(effectivePermissions({ ...someone, roles: ['r3', 'gone'] }, [stray], ['delivery']).size).toBe(0)
  })
})

test.each([
  ['delivery.view_orders', true, false, false],
  ['delivery.create_orders', true, true, true],
  ['delivery.edit_orders', true, false, true],
  ['inventory_mgmt.check_stock', false, false, false],
])('%s allows viewing %s, creating %s, managing %s', (key, view, create, manage) => {
  const held = new Set([key])
  expect(
    [viewDeliveriesRule, createDeliveriesRule, manageDeliveriesRule].map((rule) => satisfiesRule(held, rule)),
  ).toEqual([view, create, manage])
})

test('a refusal names the permission by its key', () => {
  expect(permissionRefusalText('delivery.edit_orders')).toBe(
    "You don't have the required permission: delivery.edit_orders",
  )
})

test('keys are grouped by product, and unknown ones are omitted', () => {
  expect(
    permissionsByProduct(['delivery.view_orders', 'delivery.edit_orders', 'docfinder.search_doctors', 'x.y']),
  ).toEqual({
    delivery: ['delivery.view_orders', 'delivery.edit_orders'],
    docfinder: ['docfinder.search_doctors'],
  })
})
