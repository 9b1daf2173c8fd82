import { describe, expect } from 'vitest'
import { keysOf } from '#functions/data/table-keys.ts'
import { update } from '#functions/data/writes.ts'
import { readMyPermissions } from '#shared/api/own-permissions.ts'
import * as api from '#shared/api/users.ts'
import { app, test } from '#tests/support/product-test.ts'
import type { Organisation } from '#tests/support/test-app.ts'

let pharmacy: Organisation
test.beforeEach(async () => {
  pharmacy = await app.createPharmacy(['delivery', 'inventory_mgmt'])
})

const productKeys = (items: { key: string }[]) => items.map(({ key }) => key)

describe('every signed-in user can list', () => {
  test('the product groups', async () => {
    const { status, body } = await app.call(api.listProductGroups, { as: pharmacy.unprivileged })
    expect(status).toBe(200)
    expect(body.map((group: object) => Object.keys(group))).toEqual(Array(2).fill(['key', 'name', 'description']))
    expect(body).toMatchObject([
      { key: 'pharmacy', name: 'Pharmacy' },
      { key: 'medical', name: 'Medical Practice' },
    ])
  })

  test('every product with its permissions', async () => {
    const { body } = await app.call(api.listProducts, { as: pharmacy.unprivileged })
    expect(productKeys(body)).toEqual(['delivery', 'document_mgmt', 'inventory_mgmt', 'speech_emr', 'docfinder'])
    expect(body[2]).toEqual({
      key: 'inventory_mgmt',
      name: 'Inventory Management',
      description: 'Know what is in stock.',
      group_key: 'pharmacy',
      is_active: true,
      permissions: [
        {
          key: 'inventory_mgmt.check_stock',
          name: 'Check stock',
          description: 'See what is in stock.',
          product_key: 'inventory_mgmt',
        },
      ],
    })
  })

  test('the products in which they have a permission', async () => {
    const accessible = async (as: Organisation['admin']) =>
      productKeys((await app.call(api.listAccessibleProducts, { as })).body)
    expect(await accessible(pharmacy.admin)).toEqual(['delivery', 'inventory_mgmt'])
    expect(await accessible(pharmacy.pharmacist)).toEqual(['delivery', 'inventory_mgmt'])
    expect(await accessible(pharmacy.driver)).toEqual(['delivery'])
    expect(await accessible(pharmacy.unprivileged)).toEqual([])
  })

  test('their permissions by product, on both paths', async () => {
    for (const entry of [api.readUserPermissions, readMyPermissions])
      expect((await app.call(entry, { as: pharmacy.pharmacist })).body).toEqual({
        delivery: ['delivery.view_orders', 'delivery.create_orders', 'delivery.edit_orders'],
        inventory_mgmt: ['inventory_mgmt.check_stock'],
      })
  })
})

describe('the permissions that roles can have', () => {
  const list = async (query: Record<string, string> = {}) =>
    (await app.call(api.listPermissions, { as: pharmacy.admin, query })).body
  test('are those of the subscribed products', async () => {
    expect(productKeys(await list())).toEqual([
      'delivery.view_orders',
      'delivery.create_orders',
      'delivery.edit_orders',
      'inventory_mgmt.check_stock',
    ])
  })
  test('are those of one product if it is given', async () => {
    expect(await list({ product_key: 'inventory_mgmt' })).toEqual([
      {
        key: 'inventory_mgmt.check_stock',
        name: 'Check stock',
        description: 'See what is in stock.',
        product_key: 'inventory_mgmt',
      },
    ])
    expect(await list({ product_key: 'docfinder' })).toEqual([])
  })
})

describe('initializing the products', () => {
  const initialize = (as = pharmacy.admin) => app.call(api.initializeProducts, { as, body: {} })
  const roles = async () => (await app.call(api.listRoles, { as: pharmacy.admin })).body

  test('can be repeated and does not change what is already correct', async () => {
    const before = await roles()
    for (let i = 0; i < 2; i++)
      expect(await initialize()).toMatchObject({
        status: 200,
        body: { initialized: ['Pharmacist', 'Delivery Staff'] },
      })
    expect(await roles()).toEqual(before)
  })

  test('restores a system role’s permissions and keeps its new name', async () => {
    const [staff] = await roles()
    await app.call(api.updateRole, { as: pharmacy.admin, params: staff, body: { name: 'Drivers', permissions: [] } })
    expect((await initialize()).body).toEqual({ initialized: ['Pharmacist', 'Drivers'] })
    expect(await roles()).toContainEqual({ ...staff, name: 'Drivers' })
  })

  test('creates a new group’s system roles once, even if called several times concurrently', async () => {
    await app.call(api.createRole, { as: pharmacy.admin, body: { name: 'clinician' } })
    const { table } = app
    const { id, subscribed_products } = pharmacy.tenant
    const set = { subscribed_products: [...subscribed_products, 'docfinder'] }
    await table.write(update(keysOf(id).tenant, { set }))
    const answers = await Promise.all([initialize(), initialize(), initialize()])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const made = (await roles()).filter((role: { is_system_role: boolean }) => role.is_system_role)
    expect(made.map(({ name }: { name: string }) => name)).toEqual(['Clinician 2', 'Delivery Staff', 'Pharmacist'])
    expect(made[0].permissions).toEqual(['speech_emr.view_patient_notes', 'docfinder.search_doctors'])
  })
})
