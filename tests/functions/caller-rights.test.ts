import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import type { Key } from '#functions/data/key.ts'
import { keysOf, unscopedKeys } from '#functions/data/table-keys.ts'
import { put, remove } from '#functions/data/writes.ts'
import * as auth from '#shared/api/auth.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import { readMyPermissions } from '#shared/api/own-permissions.ts'
import type { ProductKey } from '#shared/model/catalogue.ts'
import { defaultTimeRanges } from '#shared/rules/time-ranges.ts'
import { app, pharmacy, freshPharmacyTest as test } from '#tests/support/product-test.ts'
import type { Organisation } from '#tests/support/test-app.ts'

const store = <T>(key: Key<T>, value: T) => app.table.write(put(key, value))
const keys = () => keysOf(pharmacy.tenant.id)

describe('at the next call', () => {
  const list = () => app.call(deliveries.listDeliveries, { as: pharmacy.driver })
  test.beforeEach(async () => {
    expect(await list()).toMatchObject({ status: 200 })
  })

  test('a deactivated user is signed out', async () => {
    const { user } = pharmacy.driver
    await store(keys().user(user.id), { ...user, is_active: false })
    expect(await list()).toMatchObject({ status: 401 })
  })
  test('a deleted user is signed out', async () => {
    await app.table.write(remove(keys().user(pharmacy.driver.user.id)))
    expect(await list()).toMatchObject({ status: 401 })
  })
  test('an ended session is signed out', async () => {
    const [account = '', session = ''] = pharmacy.driver.refreshToken.split('.')
    await app.table.write(remove(unscopedKeys.session(account, session)))
    expect(await list()).toMatchObject({ status: 401 })
  })
  test('a user who lost a role no longer has its permissions', async () => {
    const { user } = pharmacy.driver
    await store(keys().user(user.id), { ...user, roles: [] })
    expect(await list()).toMatchObject({
      status: 403,
      body: { detail: "You don't have the required permission: delivery.view_orders" },
    })
  })
  test('users of a role lose a permission that was removed from it', async () => {
    const role = pharmacy.roles.find(({ name }) => name === 'Delivery Staff')
    if (!role) throw new Error('There is no such role')
    await store(keys().role(role.id), { ...role, permissions: [] })
    expect(await list()).toMatchObject({ status: 403 })
  })
  test('a user who received a role has its permissions', async () => {
    const { unprivileged, driver } = pharmacy
    expect(await app.call(deliveries.listDeliveries, { as: unprivileged })).toMatchObject({ status: 403 })
    await store(keys().user(unprivileged.user.id), { ...unprivileged.user, roles: driver.user.roles })
    expect(await app.call(deliveries.listDeliveries, { as: unprivileged })).toMatchObject({ status: 200 })
  })
  test('a product without a subscription is closed, even to the administrator', async () => {
    await store(keys().tenant, { ...pharmacy.tenant, subscribed_products: ['inventory_mgmt'] })
    for (const as of [pharmacy.admin, pharmacy.driver])
      expect(await app.call(deliveries.listDeliveries, { as })).toMatchObject({ status: 403 })
  })
  test('all users of a deleted tenant are signed out', async () => {
    await app.table.write(remove(keys().tenant))
    expect(await list()).toMatchObject({ status: 401 })
  })
})

describe('the response for the current user contains', () => {
  test('their profile', async () => {
    const { body } = await app.call(auth.me, { as: pharmacy.pharmacist })
    expect(body).toMatchObject({ id: pharmacy.pharmacist.user.id, role: 'Pharmacist', is_tenant_admin: false })
    expect(Object.keys(body).toSorted()).toEqual([
      ...['avatar_url', 'created_at', 'email', 'full_name', 'id', 'idle_minutes', 'invitation_ends_at', 'is_active'],
      ...[
        'is_tenant_admin',
        'last_seen_at',
        'open_deliveries',
        'organisations',
        'permissions',
        'phone',
        'role',
        'roles',
      ],
      ...['second_step_needed', 'state', 'tenant_id'],
    ])
  })
  test('the role of tenant administrator, by that name', async () => {
    const { body } = await app.call(auth.me, { as: pharmacy.admin })
    expect(body).toMatchObject({ role: 'Tenant Administrator', roles: [] })
  })
  test('an empty list if they have no role', async () => {
    expect(await app.call(auth.me, { as: pharmacy.unprivileged })).toMatchObject({
      body: { role: null, permissions: [] },
    })
  })
  test('their organization, with groups and products in catalog order', async () => {
    const subscribed: ProductKey[] = ['docfinder', 'inventory_mgmt', 'delivery']
    const { tenant, unprivileged } = await app.createPharmacy(subscribed)
    expect((await app.call(auth.readTenantInfo, { as: unprivileged })).body).toEqual({
      id: tenant.id,
      name: 'Corner Pharmacy',
      description: 'Around the corner',
      time_zone: 'UTC',
      subscribed_product_groups: ['pharmacy', 'medical'],
      subscribed_products: ['delivery', 'inventory_mgmt', 'docfinder'],
      delivery_days: [0, 1, 2, 3, 4, 5, 6],
      closed_days: [],
      time_ranges: defaultTimeRanges,
      new_delivery_defaults: { signature_required: false, require_photo_id: false },
    })
  })
  test('their permissions by product', async () => {
    const permissions = async (as: Organisation['admin']) => (await app.call(readMyPermissions, { as })).body
    expect(await permissions(pharmacy.driver)).toEqual({ delivery: ['delivery.view_orders'] })
    expect(await permissions(pharmacy.admin)).toEqual({
      delivery: ['delivery.view_orders', 'delivery.create_orders', 'delivery.edit_orders'],
    })
    expect(await permissions(pharmacy.unprivileged)).toEqual({})
  })
  test('the permissions of all their roles, without duplicates', async () => {
    const roles = [...pharmacy.pharmacist.user.roles, ...pharmacy.driver.user.roles]
    const both = await app.join(pharmacy.tenant, { roles })
    expect((await app.call(auth.me, { as: both })).body.permissions).toEqual([
      'delivery.view_orders',
      'delivery.create_orders',
      'delivery.edit_orders',
    ])
  })
})

test('a tenant with more roles than fit into one query still works', { tags: ['proof'] }, async () => {
  const { tenant, admin } = await app.createPharmacy()
  for (let i = 0; i < 4; i++) {
    const id = randomUUID()
    const role = {
      id,
      name: `Role ${i}`,
      description: 'x'.repeat(350_000),
      is_system_role: false,
      permissions: [],
      user_count: 0,
    }
    await app.table.write(put(keysOf(tenant.id).role(id), role))
  }
  expect(await app.call(auth.me, { as: admin })).toMatchObject({ status: 200, body: { id: admin.user.id } })
})
