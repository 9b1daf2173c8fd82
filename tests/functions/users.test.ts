import { randomUUID } from 'node:crypto'
import { SESClient } from '@aws-sdk/client-ses'
import { mockClient } from 'aws-sdk-client-mock'
import { describe, expect } from 'vitest'
import { keysOf } from '#functions/data/table-keys.ts'
import * as auth from '#shared/api/auth.ts'
import { listPharmacists } from '#shared/api/deliveries.ts'
import * as users from '#shared/api/users.ts'
import type { User } from '#shared/model/account.ts'
import { mailsOf, newestToken } from '#tests/support/mailbox.ts'
import { app, pharmacy, freshPharmacyTest as test } from '#tests/support/product-test.ts'
import type { Person } from '#tests/support/test-app.ts'

let admin: Person
test.beforeEach(async () => {
  admin = pharmacy.admin
})

let addresses = 0
const newAddress = () => `colleague${addresses++}@example.com`

const create = (fields: object = {}, as = admin) =>
  app.call(users.createUser, { as, body: { full_name: 'Cleo Colleague', email: newAddress(), ...fields } })
const update = (id: string, body: object, as = admin) => app.call(users.updateUser, { as, params: { id }, body })
const remove = (id: string, as = admin) => app.call(users.deleteUser, { as, params: { id } })
const read = (id: string, as = admin) => app.call(users.readUser, { as, params: { id } })
const list = async (as = admin): Promise<User[]> => (await app.call(users.listUsers, { as })).body
const stored = (id: string) => app.table.get(keysOf(pharmacy.tenant.id).user(id))
const tenant = () => app.table.get(keysOf(pharmacy.tenant.id).tenant)
const conflict = (detail: string) => ({ status: 409, body: { detail } })
const roleId = (name: string) => pharmacy.roles.find((role) => role.name === name)?.id ?? ''

describe('the list of users', () => {
  test('is complete, sorted by name, and only for the caller’s tenant', async () => {
    await app.createPharmacy()
    const names = (await list()).map(({ full_name }) => full_name)
    expect(names).toEqual(['Ada Admin', 'Dora Driver', pharmacy.unprivileged.user.full_name, 'Phil Pharmacist'])
  })

  test('shows the phone number that an administrator has entered, and so does the list of drivers', async () => {
    const phone = '(312) 555-0134'
    const { body } = await create({ phone, roles: [roleId('Delivery Staff')] })
    expect(body).toMatchObject({ phone })
    const drivers = (await app.call(listPharmacists, { as: admin })).body
    expect(drivers.find(({ id }: { id: string }) => id === body.id)).toMatchObject({ phone, delivers: true })
    expect(await update(body.id, { phone: '12' })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'phone'], msg: 'Please enter a valid phone number' }] },
    })
    expect((await read(body.id)).body).toMatchObject({ phone })
    expect(await update(body.id, { phone: '' })).toMatchObject({ status: 200, body: { phone: '' } })
    await remove(body.id)
  })

  test('shows all permissions and never a hash', async () => {
    const driver = (await list()).find(({ full_name }) => full_name === 'Dora Driver')
    expect(driver).toEqual({
      id: pharmacy.driver.user.id,
      tenant_id: pharmacy.tenant.id,
      full_name: 'Dora Driver',
      email: pharmacy.driver.user.email,
      phone: '',
      avatar_url: null,
      is_tenant_admin: false,
      is_active: true,
      roles: [roleId('Delivery Staff')],
      role: 'Delivery Staff',
      permissions: ['delivery.view_orders'],
      created_at: expect.any(String),
      state: 'Active',
      invitation_ends_at: null,
      last_seen_at: null,
      open_deliveries: 0,
      has_second_step: false,
    })
  })
})

describe('a new user', () => {
  test('is returned with their permissions, and invited', async () => {
    const email = newAddress()
    const { status, body } = await create({ email: `  ${email.toUpperCase()}`, roles: [roleId('Pharmacist')] })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      full_name: 'Cleo Colleague',
      email,
      role: 'Pharmacist',
      is_active: true,
      is_tenant_admin: false,
      invitation_sent: true,
    })
    expect(await read(body.id)).toMatchObject({ status: 200, body: { email } })
    const [mail] = await mailsOf(app, email)
    expect(mail).toMatchObject({
      from: 'Carelane <no-reply@carelane.example>',
      subject: 'Ada Admin invited you to Corner Pharmacy',
    })
  })

  test('is not invited if the request says so', async () => {
    const { body } = await create({ send_invitation: false })
    expect(body.invitation_sent).toBe(false)
    expect(await mailsOf(app, body.email)).toEqual([])
  })

  test('is created even if the email fails, and gets it later', async () => {
    const ses = mockClient(SESClient).rejects(new Error('down'))
    const { status, body } = await create()
    ses.restore()
    expect({ status, sent: body.invitation_sent }).toEqual({ status: 201, sent: false })
    expect((await list()).some(({ id }) => id === body.id)).toBe(true)
    app.clock.now = new Date(app.clock.now.getTime() + 60_000)
    await app.sendMails()
    expect(await mailsOf(app, body.email)).toHaveLength(1)
  })

  test('needs a name and an email address', async () => {
    const { status, body } = await app.call(users.createUser, { as: admin, body: { full_name: ' ' } })
    expect(status).toBe(422)
    expect(body.detail).toMatchObject([
      { loc: ['body', 'full_name'], msg: 'Full name is required' },
      { loc: ['body', 'email'], msg: 'Email is required' },
    ])
    expect(await create({ email: 'nowhere' })).toMatchObject({ status: 422 })
  })

  test('can only have roles from their own tenant', async () => {
    const other = await app.createPharmacy()
    for (const id of [other.roles[0]?.id, randomUUID(), 'x'])
      expect(await create({ roles: [id] })).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['body', 'roles'], msg: 'This role does not exist' }] },
      })
  })

  test('has only the form’s fields', async () => {
    const { body } = await create({
      id: randomUUID(),
      tenant_id: randomUUID(),
      account_id: admin.user.account_id,
      password_hash: 'x',
      is_verified: true,
      session_epoch: 7,
    })
    expect(body.tenant_id).toBe(pharmacy.tenant.id)
    const person = await stored(body.id)
    expect(person).toMatchObject({ id: body.id, session_epoch: 0 })
    for (const field of ['account_id', 'password_hash', 'is_verified']) expect(person).not.toHaveProperty(field)
  })
})

describe('an email address', () => {
  const taken = conflict('A user with this email already exists')
  test('is unique in the organization, but may be used in another', async () => {
    const other = await app.createPharmacy()
    expect(await create({ email: pharmacy.driver.user.email.toUpperCase() })).toMatchObject(taken)
    expect(await create({ email: other.admin.user.email.toUpperCase() })).toMatchObject({ status: 201 })
  })

  test('goes to one of several users who are created concurrently', async () => {
    const email = newAddress()
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => create({ email, roles: [roleId('Pharmacist')], send_invitation: false })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(4).fill(409)])
    expect((await list()).filter((user) => user.email === email)).toHaveLength(1)
    const role = await app.table.get(keysOf(pharmacy.tenant.id).role(roleId('Pharmacist')))
    expect(role?.user_count).toBe(2)
  })

  test('cannot be changed', async () => {
    const { user } = pharmacy.driver
    expect(await update(user.id, { email: newAddress() })).toMatchObject(
      conflict('The email address cannot be changed'),
    )
    expect(await update(user.id, { email: ` ${user.email.toUpperCase()}`, full_name: 'Dora D.' })).toMatchObject({
      status: 200,
      body: { full_name: 'Dora D.' },
    })
  })

  test('is free again after its user is deleted', async () => {
    const { body } = await create()
    expect(await remove(body.id)).toMatchObject({ status: 204 })
    expect(await create({ email: body.email })).toMatchObject({ status: 201 })
  })
})

describe('a change', () => {
  test('applies at the user’s next call', async () => {
    const { unprivileged } = pharmacy
    await update(unprivileged.user.id, { roles: [roleId('Delivery Staff')] })
    expect(await app.call(auth.me, { as: unprivileged })).toMatchObject({
      body: { permissions: ['delivery.view_orders'] },
    })
    await update(unprivileged.user.id, { is_tenant_admin: true })
    expect(await list(unprivileged)).toHaveLength(4)
    await update(unprivileged.user.id, { is_tenant_admin: false, roles: [] })
    expect(await app.call(users.listUsers, { as: unprivileged })).toMatchObject({ status: 403 })
  })

  test('leaves omitted fields unchanged', async () => {
    const before = (await read(pharmacy.driver.user.id)).body
    const { body } = await update(pharmacy.driver.user.id, { full_name: 'Dora Renamed' })
    expect(body).toEqual({ ...before, full_name: 'Dora Renamed' })
  })

  test('does not overwrite a concurrent acceptance of the invitation', async () => {
    const { body } = await create({ full_name: 'Nora New', email: 'nora-joins@example.com' })
    const token = await newestToken(app, body.email)
    const password = 'New-Harbor-Light-8'
    const [edit, joined] = await Promise.all([
      update(body.id, { full_name: 'Nora Renamed' }),
      app.call(auth.acceptInvitation, { body: { token, password, confirm_password: password } }),
    ])
    expect([edit.status, joined.status]).toEqual([200, 200])
    expect(await stored(body.id)).toMatchObject({ full_name: 'Nora Renamed', account_id: expect.any(String) })
  })

  test('is never lost, even if many are concurrent', async () => {
    const { id } = pharmacy.driver.user
    const answers = await Promise.all([
      update(id, { full_name: 'Dora Renamed' }),
      update(id, { is_tenant_admin: true }),
      update(id, { roles: [roleId('Pharmacist')] }),
    ])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await stored(id)).toMatchObject({
      full_name: 'Dora Renamed',
      is_tenant_admin: true,
      roles: [roleId('Pharmacist')],
      version: 4,
    })
    expect((await tenant())?.active_admins).toBe(2)
  })
})

describe('a deactivated user', () => {
  test('is signed out at the next call, and stays so after reactivation', async () => {
    const { driver } = pharmacy
    expect(await update(driver.user.id, { is_active: false })).toMatchObject({
      status: 200,
      body: { is_active: false },
    })
    expect(await app.call(auth.me, { as: driver })).toMatchObject({ status: 401 })
    const refresh = () => app.call(auth.refresh, { body: { refresh_token: driver.refreshToken } })
    expect(await refresh()).toMatchObject({ status: 401 })
    await update(driver.user.id, { is_active: true })
    expect(await app.call(auth.me, { as: driver })).toMatchObject({ status: 401 })
    expect(await refresh()).toMatchObject({ status: 401 })
  })

  test('cannot be invited again', async () => {
    const { body } = await create()
    await update(body.id, { is_active: false })
    expect(await app.call(users.resendInvitation, { as: admin, params: body })).toMatchObject(
      conflict('This user is inactive'),
    )
  })
})

describe('no one', () => {
  test('can delete, deactivate or demote themselves', async () => {
    const { id } = admin.user
    await app.join(pharmacy.tenant, { is_tenant_admin: true })
    expect(await remove(id)).toMatchObject(conflict('You cannot delete your own account'))
    expect(await update(id, { is_active: false })).toMatchObject(conflict('You cannot deactivate your own account'))
    expect(await update(id, { is_tenant_admin: false })).toMatchObject(
      conflict('You cannot remove your own administrator rights'),
    )
    expect(await update(id, { full_name: 'Ada Again' })).toMatchObject({ status: 200 })
  })
})

describe('only administrators', () => {
  const someId = { id: randomUUID() }
  const body = { full_name: 'X', email: 'x@example.com', name: 'X' }
  test.each(
    Object.entries(users)
      .filter(([, entry]) => entry.access === 'tenantAdmin')
      .map(([name, entry]) => ({ name, entry })),
  )('may $name', async ({ entry }) => {
    const before = await list()
    const sent = 'body' in entry ? { body } : {}
    for (const as of [pharmacy.pharmacist, pharmacy.unprivileged])
      expect(await app.call(entry, { as, params: someId, ...sent })).toMatchObject({
        status: 403,
        body: { detail: 'Access Denied: You need tenant administrator privileges to access this page.' },
      })
    expect(await app.call(entry, { params: someId, ...sent })).toMatchObject({ status: 401 })
    expect(await list()).toEqual(before)
  })

  test('read other users; everyone reads their own profile', async () => {
    const { driver, unprivileged } = pharmacy
    expect(await read(unprivileged.user.id, unprivileged)).toMatchObject({
      status: 200,
      body: { id: unprivileged.user.id },
    })
    expect(await read(driver.user.id, unprivileged)).toMatchObject({ status: 403 })
    expect(await read(driver.user.id)).toMatchObject({ status: 200 })
  })
})

test('a user of another tenant is not found and stays unchanged', async () => {
  const other = await app.createPharmacy()
  const { id } = other.driver.user
  const before = (await read(id, other.admin)).body
  const unknown = { status: 404, body: { detail: 'User not found' } }
  for (const target of [id, randomUUID(), 'me', 'x'.repeat(36)]) {
    expect(await read(target)).toMatchObject(unknown)
    expect(await read(target, pharmacy.unprivileged)).toMatchObject(unknown)
    expect(await update(target, { full_name: 'Mine' })).toMatchObject(unknown)
    expect(await remove(target)).toMatchObject(unknown)
    expect(await app.call(users.resendInvitation, { as: admin, params: { id: target } })).toMatchObject(unknown)
  }
  expect((await read(id, other.admin)).body).toEqual(before)
})
