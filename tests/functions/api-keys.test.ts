import { describe, expect } from 'vitest'
import { keysOf } from '#functions/data/table-keys.ts'
import * as activity from '#shared/api/activity.ts'
import * as apiKeys from '#shared/api/api-keys.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import { createPatient } from '#shared/api/patients.ts'
import { updateUser } from '#shared/api/users.ts'
import type { ActivityEvent } from '#shared/model/activity.ts'
import type { ApiKeyForm } from '#shared/model/api-key.ts'
import { aDelivery, deliveryBody, keyForm, patientBody } from '#tests/support/builders.ts'
import { passSeconds, seconds } from '#tests/support/clock.ts'
import { app, pharmacy, freshPharmacyTest as test } from '#tests/support/product-test.ts'
import type { Person } from '#tests/support/test-app.ts'

const everything: ApiKeyForm['permissions'] = ['delivery.view_orders', 'delivery.create_orders', 'delivery.edit_orders']

let admin: Person
test.beforeEach(async () => {
  admin = pharmacy.admin
})

const make = async (body: object = {}, as = admin) =>
  app.call(apiKeys.createApiKey, {
    as,
    body: { ...keyForm(app.clock.now, { name: 'Dispensing system', permissions: everything }), ...body },
  })
const keyOf = async (body: object = {}) => (await make(body)).body
const list = async () => (await app.call(apiKeys.listApiKeys, { as: admin })).body
const ask = (key: string) => app.call(deliveries.listTimeRanges, { as: key })
const invalid = { status: 401, body: { detail: 'Invalid key' } }
const notForKeys = { status: 403, body: { detail: 'A key cannot do this' } }
const events = async (): Promise<ActivityEvent[]> =>
  (await app.call(activity.listActivity, { as: admin, query: {} })).body

describe('an API key', () => {
  test('is shown once and never stored', async () => {
    const { id, key } = await keyOf()
    expect(key).toMatch(/^ck_[\w-]{40}$/)
    const [listed] = await list()
    expect(listed).toMatchObject({ id, name: 'Dispensing system', prefix: key.slice(0, 8), state: 'active' })
    expect(listed).toMatchObject({ permissions: everything, created_by: admin.user.full_name })
    expect(JSON.stringify(await app.table.queryAll(keysOf(pharmacy.tenant.id).apiKeys))).not.toContain(key)
  })

  test('plans deliveries, and its name appears in their history and in the activity log', async () => {
    const { id: keyId, key } = await keyOf()
    const patient = await app.call(createPatient, { as: key, body: patientBody })
    const made = await app.call(deliveries.createDelivery, {
      as: key,
      body: deliveryBody(app, patient.body.id),
    })
    expect([patient.status, made.status]).toEqual([201, 201])
    const { body: history } = await app.call(deliveries.readStatusHistory, {
      as: admin,
      params: { id: made.body.id },
    })
    expect(history.at(-1)).toMatchObject({ changed_by_name: 'Key: Dispensing system' })
    expect((await events()).find(({ action }) => action === 'delivery.created')?.actor).toEqual({
      id: keyId,
      name: 'Key: Dispensing system',
      email: null,
    })
    expect((await list())[0]?.last_used_at).toBe(app.clock.now.toISOString())
  })

  test('cannot complete or sign deliveries', async () => {
    const { key } = await keyOf()
    const { id } = await aDelivery(app, pharmacy, { status: 'in_progress' })
    const change = (body: object) => app.call(deliveries.changeStatus, { as: key, params: { id }, body })
    expect(await change({ status: 'delivered' })).toMatchObject(notForKeys)
    expect(await change({ status: 'failed' })).toMatchObject({ status: 200 })
    expect(
      await app.call(deliveries.completeDelivery, { as: key, params: { id }, body: { patient_signature: 'x' } }),
    ).toMatchObject(notForKeys)
  })

  test('works through its last day in the organization’s time zone', async () => {
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: pharmacy.tenant.time_zone }).format(app.clock.now)
    const { key } = await keyOf({ ends_on: today })
    expect(await ask(key)).toMatchObject({ status: 200 })
    passSeconds(app, seconds.day)
    admin = await app.signIn(admin.user)
    expect(await ask(key)).toMatchObject(invalid)
    expect((await list())[0]).toMatchObject({ state: 'ended', ends_on: today })
    expect(await make({ ends_on: today })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'ends_on'], msg: 'This date has passed' }] },
    })
  })

  test('can be replaced, and the old key works for one more day', async () => {
    const { id, key: oldKey } = await keyOf()
    const { body: next } = await app.call(apiKeys.rotateApiKey, { as: admin, params: { id } })
    expect(next).toEqual({ id, key: expect.stringMatching(/^ck_/) })
    expect([(await ask(oldKey)).status, (await ask(next.key)).status]).toEqual([200, 200])
    passSeconds(app, seconds.day)
    expect([(await ask(oldKey)).status, (await ask(next.key)).status]).toEqual([401, 200])
  })

  test('no longer works when revoked, and its use is logged at most once an hour', async () => {
    const { id, key: oldKey } = await keyOf()
    const { body: next } = await app.call(apiKeys.rotateApiKey, { as: admin, params: { id } })
    expect(await app.call(apiKeys.revokeApiKey, { as: admin, params: { id } })).toMatchObject({ status: 204 })
    passSeconds(app, 1)
    for (const key of [oldKey, next.key, oldKey]) expect(await ask(key)).toMatchObject(invalid)
    expect(await app.call(apiKeys.rotateApiKey, { as: admin, params: { id } })).toMatchObject({
      status: 409,
      body: { detail: 'This key was revoked' },
    })
    expect((await list())[0]).toMatchObject({ state: 'revoked' })
    const left = (await events()).map(({ action }) => action).filter((action) => action.startsWith('key.'))
    expect(left.toSorted()).toEqual(['key.created', 'key.refused', 'key.revoked', 'key.rotated'])
  })

  test('loses each permission that its creator loses, and all of them when the creator leaves', async () => {
    const maker = await app.join(pharmacy.tenant, { is_tenant_admin: true })
    const { key } = (await make({}, maker)).body
    const change = (body: object) => app.call(updateUser, { as: admin, params: { id: maker.user.id }, body })
    const viewer = pharmacy.driver.user.roles
    expect(await change({ is_tenant_admin: false, roles: viewer })).toMatchObject({ status: 200 })
    expect(await ask(key)).toMatchObject({ status: 200 })
    expect(await app.call(createPatient, { as: key, body: patientBody })).toMatchObject({ status: 403 })
    expect(await change({ is_active: false })).toMatchObject({ status: 200 })
    expect(await ask(key)).toMatchObject({ status: 403 })
  })

  test('cannot exceed its creator’s permissions, and the twenty-first key is rejected', async () => {
    const elsewhere = await app.createPharmacy(['inventory_mgmt'])
    expect(await make({}, elsewhere.admin)).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'permissions'], msg: 'You do not have this permission yourself' }] },
    })
    const answers = []
    for (let i = 0; i < 20; i++) answers.push((await make()).status)
    expect(new Set(answers)).toEqual(new Set([201]))
    expect(await make()).toMatchObject({ status: 409, body: { detail: 'You already have 20 active keys' } })
    const [{ id } = { id: '' }] = await list()
    await app.call(apiKeys.revokeApiKey, { as: admin, params: { id } })
    expect(await make()).toMatchObject({ status: 201 })
  })
})
