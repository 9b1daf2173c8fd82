import { randomUUID } from 'node:crypto'
import { SESClient, SendEmailCommand } from '@aws-sdk/client-ses'
import { mockClient } from 'aws-sdk-client-mock'
import { describe, expect, vi } from 'vitest'
import { keysOf } from '#functions/data/table-keys.ts'
import { put, type Write } from '#functions/data/writes.ts'
import { readMyPermissions } from '#shared/api/own-permissions.ts'
import * as registration from '#shared/api/registration.ts'
import * as users from '#shared/api/users.ts'
import { products } from '#shared/model/catalogue.ts'
import { passSeconds, seconds } from '#tests/support/clock.ts'
import { linkIn, mailsOf } from '#tests/support/mailbox.ts'
import { app, test } from '#tests/support/product-test.ts'
import { signUp } from '#tests/support/sign-up.ts'
import { tableDump } from '#tests/support/table-dump.ts'

let email: string
let number = 0
test.beforeEach(() => {
  // Wait until no limit counts the calls of the previous test.
  passSeconds(app, 2 * seconds.hour)
  email = `owner${number++}@example.com`
})

const unknownTenant = { status: 404, text: '{"detail":"Tenant not found"}' }

const portal = (id: string) => app.call(registration.readSubscription, { params: { id } })
const subscribe = (id: string, keys: unknown) =>
  app.call(registration.subscribeProducts, { params: { id }, body: keys })
/** Runs the worker twice: first an email becomes one for each administrator, and then these are sent. */
const sendMails = async () => {
  await app.sendMails()
  await app.sendMails()
}
const keysIn = (list: { key: string }[]) => list.map(({ key }) => key)
const rolesOf = async (token: string): Promise<{ name: string; permissions: string[] }[]> =>
  (await app.call(users.listRoles, { as: token })).body

describe('the portal', () => {
  test('shows subscribed and available products, and no users', async () => {
    const id = await signUp(app, email, ['delivery'])
    const { status, body, text } = await portal(id)
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['tenant', 'subscribed_products', 'available_products'])
    expect(body.tenant).toEqual({ id, name: 'Olive Drugs', subscribed_product_groups: ['pharmacy'] })
    expect(keysIn(body.subscribed_products)).toEqual(['delivery'])
    expect(keysIn(body.available_products)).toEqual(['document_mgmt', 'inventory_mgmt', 'speech_emr', 'docfinder'])
    for (const secret of ['Olive Owner', email, '5550100142', '1234567893', 'Open since', 'olive.example', 'admin'])
      expect(text).not.toContain(secret)
  })

  test('adds products with their permissions and system roles and emails every administrator', async () => {
    const { tenant, admin, driver, unprivileged } = await app.createPharmacy(['delivery'])
    const second = await app.join(tenant, { is_tenant_admin: true })
    const inactive = await app.join(tenant, { is_tenant_admin: true, is_active: false })

    const { status, body } = await subscribe(tenant.id, ['delivery', 'docfinder', 'speech_emr'])
    expect(status).toBe(200)
    expect(Object.keys(body)).toEqual(['new_products'])
    expect(keysIn(body.new_products)).toEqual(['speech_emr', 'docfinder'])

    const held = await app.call(readMyPermissions, { as: admin })
    expect(Object.keys(held.body).toSorted()).toEqual(['delivery', 'docfinder', 'speech_emr'])
    expect(await rolesOf(admin.token)).toMatchObject([
      { name: 'Clinician', permissions: ['speech_emr.view_patient_notes', 'docfinder.search_doctors'] },
      { name: 'Delivery Staff' },
      { name: 'Pharmacist' },
    ])
    await sendMails()
    for (const person of [admin, second]) {
      const [mail, ...others] = await mailsOf(app, person.user.email)
      expect(others).toEqual([])
      expect(mail).toMatchObject({ subject: 'New products for Corner Pharmacy' })
      expect(mail?.body.text).toContain(`Hello ${person.user.full_name}`)
      expect(mail?.body.text).toContain(
        'The subscription of Corner Pharmacy on Carelane now includes Speech EMR and DocFinder.',
      )
      expect(linkIn(mail).path).toBe('/dashboard')
    }
    for (const { user } of [driver, unprivileged, inactive]) expect(await mailsOf(app, user.email)).toEqual([])
    expect((await portal(tenant.id)).body.tenant.subscribed_product_groups).toEqual(['pharmacy', 'medical'])
  })

  test('skips products that are already subscribed, and then sends no email', async () => {
    const { tenant, admin } = await app.createPharmacy(['delivery'])
    const before = await tableDump(app)
    expect(await subscribe(tenant.id, ['delivery'])).toMatchObject({ status: 200, text: '{"new_products":[]}' })
    await sendMails()
    expect(await mailsOf(app, admin.user.email)).toEqual([])
    const left = (dump: string) => dump.split('\n').filter((line) => !line.includes('LIMIT#'))
    expect(left(await tableDump(app))).toEqual(left(before))
  })

  test('reports when every product is subscribed', async () => {
    const { tenant } = await app.createPharmacy(['delivery'])
    const all = products.map(({ key }) => key)
    expect((await subscribe(tenant.id, all)).body.new_products).toHaveLength(4)
    const { body } = await portal(tenant.id)
    expect(keysIn(body.subscribed_products)).toEqual(all)
    expect(body.available_products).toEqual([])
  })

  test('does not change roles that an administrator edited', async () => {
    const { tenant, admin, roles } = await app.createPharmacy(['delivery'])
    const staff = roles.find(({ name }) => name === 'Delivery Staff')
    const edited = { name: 'Drivers', permissions: ['delivery.view_orders', 'delivery.create_orders'] }
    await app.call(users.updateRole, { as: admin, params: { id: staff?.id ?? '' }, body: edited })
    await subscribe(tenant.id, ['inventory_mgmt', 'docfinder'])
    const names = (await rolesOf(admin.token)).map(({ name, permissions }) => [name, permissions.length])
    expect(names).toEqual([
      ['Clinician', 2],
      ['Drivers', 2],
      ['Pharmacist', 5],
    ])
  })

  test('adds each product once, even if sent several times concurrently', async () => {
    const { tenant, admin } = await app.createPharmacy(['delivery'])
    const keySets = [['docfinder'], ['docfinder', 'speech_emr'], ['speech_emr'], ['inventory_mgmt']]
    const answers = await Promise.all(keySets.map((keys) => subscribe(tenant.id, keys)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const added = answers.flatMap(({ body }) => keysIn(body.new_products))
    expect(added.toSorted()).toEqual(['docfinder', 'inventory_mgmt', 'speech_emr'])
    const stored = await app.table.get(keysOf(tenant.id).tenant)
    expect(stored?.subscribed_products.toSorted()).toEqual(['delivery', ...added].toSorted())
    expect((await rolesOf(admin.token)).map(({ name }) => name)).toEqual(['Clinician', 'Delivery Staff', 'Pharmacist'])
  })

  test('emails more administrators than fit into one transaction, each once, even after crashes', {
    tags: ['proof'],
  }, async () => {
    const { tenant, admin } = await app.createPharmacy(['delivery'])
    const table = app.services.table
    const many = Array.from({ length: 170 }, (_, i) => ({ ...admin.user, id: randomUUID(), email: `${i}.${email}` }))
    await Promise.all(many.map((user) => app.table.write(put(keysOf(tenant.id).user(user.id), user))))
    const isLarge = (writes: readonly unknown[]) => writes.length > 2
    const write = table.write.bind(table)
    const dying = vi.spyOn(table, 'write').mockImplementation(async (...writes: Write[]) => {
      if (isLarge(writes)) await write(...writes)
      throw new Error('The process died')
    })
    expect((await subscribe(tenant.id, ['docfinder'])).status).toBe(500)
    dying.mockImplementation(async (...writes: Write[]) => {
      await write(...writes)
      if (isLarge(writes)) throw new Error('The process died')
    })
    for (let minute = 0; minute < 6; minute++) {
      passSeconds(app, seconds.minute)
      await app.sendMails()
    }
    dying.mockRestore()
    const readers = (await mailsOf(app)).flatMap(({ destination }) => destination.to).filter((to) => to.endsWith(email))
    expect(readers.toSorted()).toEqual(many.map((user) => user.email).toSorted())
  })

  test('does not email a user who is no longer an administrator', async () => {
    const { tenant, admin, driver } = await app.createPharmacy(['delivery'])
    const leaving = await app.join(tenant, { is_tenant_admin: true })
    const demoted = await app.join(tenant, { is_tenant_admin: true })
    const deleted = await app.join(tenant, { is_tenant_admin: true })
    const ses = mockClient(SESClient)
    ses.on(SendEmailCommand).rejects(new Error('down'))
    expect((await subscribe(tenant.id, ['docfinder'])).status).toBe(200)
    const update = (person: typeof admin, body: object) =>
      app.call(users.updateUser, { as: admin, params: { id: person.user.id }, body })
    await update(leaving, { is_active: false })
    await update(demoted, { is_tenant_admin: false })
    await app.call(users.deleteUser, { as: admin, params: { id: deleted.user.id } })
    ses.restore()
    passSeconds(app, seconds.minute)
    await sendMails()
    expect(await mailsOf(app, admin.user.email)).toHaveLength(1)
    for (const { user } of [leaving, demoted, deleted, driver]) expect(await mailsOf(app, user.email)).toEqual([])
  })

  test.each([randomUUID(), 'x', 'null'])('rejects the unknown tenant %s', async (id) => {
    expect(await portal(id)).toMatchObject(unknownTenant)
    expect(await subscribe(id, ['docfinder'])).toMatchObject(unknownTenant)
  })

  test('accepts only existing products and at least one', async () => {
    const { tenant } = await app.createPharmacy(['delivery'])
    for (const none of [[], {}, null]) {
      const { status, body } = await subscribe(tenant.id, none)
      expect([status, body.detail[0].msg]).toEqual([422, 'Please select at least one product to subscribe'])
    }
    const { status, body } = await subscribe(tenant.id, ['docfinder', 'bakery'])
    expect([status, body.detail[0].loc]).toEqual([422, ['body', 1]])
    expect((await portal(tenant.id)).body.subscribed_products).toHaveLength(1)
  })
})
