import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import * as auth from '#shared/api/auth.ts'
import * as api from '#shared/api/users.ts'
import type { Role } from '#shared/model/role.ts'
import { app, pharmacy, freshPharmacyTest as test } from '#tests/support/product-test.ts'
import type { Person } from '#tests/support/test-app.ts'

let admin: Person
test.beforeEach(async () => {
  admin = pharmacy.admin
})

const counter = { name: 'Counter', description: 'At the counter', permissions: ['delivery.view_orders'] }
const create = (body: object = counter, as = admin) => app.call(api.createRole, { as, body })
const update = (id: string, body: object, as = admin) => app.call(api.updateRole, { as, params: { id }, body })
const remove = (id: string, as = admin) => app.call(api.deleteRole, { as, params: { id } })
const read = (id: string, as = admin) => app.call(api.readRole, { as, params: { id } })
const list = async (as = admin): Promise<Role[]> => (await app.call(api.listRoles, { as })).body
const give = (person: Person, roles: string[]) =>
  app.call(api.updateUser, { as: admin, params: { id: person.user.id }, body: { roles } })
const conflict = (detail: string) => ({ status: 409, body: { detail } })
const taken = conflict('A role with this name already exists')
const systemRole = (name: string) => pharmacy.roles.find((role) => role.name === name)?.id ?? ''

test('a role is created, listed by name, read, changed and deleted', async () => {
  const { status, body } = await create()
  expect(status).toBe(201)
  expect(body).toEqual({ ...counter, id: expect.any(String), is_system_role: false })
  expect((await list()).map(({ name }) => name)).toEqual(['Counter', 'Delivery Staff', 'Pharmacist'])
  const changed = { name: 'Front desk', description: '', permissions: ['delivery.edit_orders', 'delivery.edit_orders'] }
  const expected = { ...body, ...changed, permissions: ['delivery.edit_orders'] }
  expect(await update(body.id, changed)).toMatchObject({ status: 200, body: expected })
  expect((await read(body.id)).body).toEqual(expected)
  expect(await remove(body.id)).toMatchObject({ status: 204 })
  expect(await read(body.id)).toMatchObject({ status: 404, body: { detail: 'Role not found' } })
  expect(await list()).toHaveLength(2)
})

describe('a role', () => {
  test('needs a name and known permissions', async () => {
    expect(await create({ name: ' ' })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'name'], msg: 'Role name is required' }] },
    })
    for (const key of ['delivery.fly', '', 7])
      expect(await create({ ...counter, permissions: [key] })).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['body', 'permissions', 0], msg: 'Unknown permission' }] },
      })
  })

  test('cannot become a system role', async () => {
    const { body } = await create({ ...counter, is_system_role: true, id: randomUUID(), user_count: 9 })
    expect(body.is_system_role).toBe(false)
    expect(await update(body.id, { is_system_role: true })).toMatchObject({ body: { is_system_role: false } })
    expect(await remove(body.id)).toMatchObject({ status: 204 })
  })

  test('applies its changes at its users’ next call', async () => {
    const { body } = await create()
    await give(pharmacy.unprivileged, [body.id])
    const permissions = async () => (await app.call(auth.me, { as: pharmacy.unprivileged })).body.permissions
    expect(await permissions()).toEqual(['delivery.view_orders'])
    await update(body.id, { permissions: ['delivery.create_orders'] })
    expect(await permissions()).toEqual(['delivery.create_orders'])
    await update(body.id, { name: 'Renamed' })
    expect(await permissions()).toEqual(['delivery.create_orders'])
  })

  test('accepts concurrent changes of two administrators, so that no withdrawn permission returns', async () => {
    const { body } = await create({ ...counter, permissions: ['delivery.view_orders', 'delivery.edit_orders'] })
    for (let round = 0; round < 5; round++) {
      const both = ['delivery.view_orders', 'delivery.edit_orders']
      await update(body.id, { permissions: both })
      const description = `Round ${round}`
      const permissions = ['delivery.view_orders']
      await Promise.all([update(body.id, { permissions }), update(body.id, { description })])
      expect((await read(body.id)).body).toMatchObject({ permissions, description })
    }
  })
})

describe('a role name', () => {
  test('is unique within a tenant, ignoring case and spaces', async () => {
    await create()
    for (const name of ['Counter', ' COUNTER ', 'pharmacist']) expect(await create({ name })).toMatchObject(taken)
    const other = await app.createPharmacy()
    expect(await create(counter, other.admin)).toMatchObject({ status: 201 })
  })

  test('cannot be taken by a rename', async () => {
    const { body } = await create()
    expect(await update(body.id, { name: 'delivery staff' })).toMatchObject(taken)
    expect((await read(body.id)).body.name).toBe('Counter')
  })

  test('may change its case', async () => {
    const { body } = await create()
    expect(await update(body.id, { name: 'COUNTER' })).toMatchObject({ status: 200, body: { name: 'COUNTER' } })
    expect(await create()).toMatchObject(taken)
  })

  test('is free again after a rename or a deletion', async () => {
    const { body } = await create()
    await update(body.id, { name: 'Front desk' })
    const second = await create()
    expect(second).toMatchObject({ status: 201 })
    await remove(second.body.id)
    expect(await create()).toMatchObject({ status: 201 })
  })

  test('goes to only one of several roles that are created concurrently', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => create()))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)])
    expect(await list()).toHaveLength(3)
  })

  test('goes to one of two roles that are renamed concurrently', async () => {
    const [one, other] = [await create({ name: 'One' }), await create({ name: 'Other' })]
    const answers = await Promise.all([one, other].map(({ body }) => update(body.id, { name: 'Wanted' })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    expect((await list()).filter(({ name }) => name === 'Wanted')).toHaveLength(1)
  })
})

describe('a system role', () => {
  test('can be edited but not deleted', async () => {
    const id = systemRole('Delivery Staff')
    const edit = { name: 'Drivers', description: 'On the road', permissions: ['delivery.create_orders'] }
    expect(await update(id, edit)).toMatchObject({ status: 200, body: { ...edit, is_system_role: true } })
    expect(await remove(id)).toMatchObject(conflict('System roles cannot be deleted'))
    expect(await read(id)).toMatchObject({ status: 200 })
  })
})

describe('a role that users have', () => {
  test('cannot be deleted, and the response says how many users have it', async () => {
    const { body } = await create()
    await give(pharmacy.unprivileged, [body.id])
    expect(await remove(body.id)).toMatchObject(conflict('1 user has this role. Remove it from them first.'))
    await give(pharmacy.driver, [body.id, systemRole('Pharmacist')])
    expect(await remove(body.id)).toMatchObject(conflict('2 users have this role. Remove it from them first.'))
    await give(pharmacy.driver, [])
    await app.call(api.deleteUser, { as: admin, params: { id: pharmacy.unprivileged.user.id } })
    expect(await remove(body.id)).toMatchObject({ status: 204 })
  })
})

test('a role of another tenant is not found and stays unchanged', async () => {
  const other = await app.createPharmacy()
  const id = other.roles[0]?.id ?? ''
  const before = (await read(id, other.admin)).body
  for (const target of [id, randomUUID(), 'x']) {
    const unknown = { status: 404, body: { detail: 'Role not found' } }
    expect(await read(target)).toMatchObject(unknown)
    expect(await update(target, { name: 'Mine' })).toMatchObject(unknown)
    expect(await remove(target)).toMatchObject(unknown)
  }
  expect((await read(id, other.admin)).body).toEqual(before)
})
