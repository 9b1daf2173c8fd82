import { describe, expect } from 'vitest'
import * as deliveries from '#shared/api/deliveries.ts'
import type { Delivery } from '#shared/model/delivery.ts'
import { type DeliveryStatus, deliveryStatuses, statusInWords } from '#shared/model/delivery-statuses.ts'
import { aDelivery, complete, completionData, pngBytes } from '#tests/support/builders.ts'
import { passSeconds } from '#tests/support/clock.ts'
import { app, pharmacy, pharmacyTest as test } from '#tests/support/product-test.ts'

/** The id of a patient who has had a delivery before. */
let known: string
test.beforeAll(async () => {
  known = (await aDelivery(app, pharmacy, { status: 'delivered' })).patient_id
})

const underWay = (fields: object = {}) => aDelivery(app, pharmacy, { status: 'in_progress', ...fields })
const toKnown = (fields: object = {}) => underWay({ patient_id: known, ...fields })
const finish = ({ id }: Delivery, data: object = {}) =>
  complete(app, pharmacy.driver, id, { data: { ...completionData, ...data } })
const read = async ({ id }: Delivery): Promise<Delivery> =>
  (await app.call(deliveries.readDelivery, { as: pharmacy.admin, params: { id } })).body
const problem = (field: string, msg: string) => ({ status: 422, body: { detail: [{ loc: ['body', field], msg }] } })

const unconfirmed = 'Please confirm both HIPAA form and counseling were received for this first-time delivery'

test('a completion stores everything that was recorded at the door', async () => {
  const delivery = await underWay()
  passSeconds(app, 90)
  const signature_timestamp = new Date(app.clock.now.getTime() - 30_000).toISOString()
  const body = {
    signature_timestamp,
    counseling_required: true,
    delivery_notes: 'Handed to the son',
    notes: 'Dog in the yard',
    amount: 12.34,
  }
  const completed = await finish(delivery, body)
  expect(completed).toMatchObject({
    status: 200,
    body: {
      status: 'delivered',
      version: delivery.version + 1,
      hipaa_form_received: true,
      counseling_received: true,
      counseling_required: true,
      delivery_notes: 'Handed to the son',
      amount: 12.34,
      signature_timestamp,
      completed_at: app.clock.now.toISOString(),
      updated_at: app.clock.now.toISOString(),
      patient_signature: expect.stringContaining('http'),
      delivery_photo_url: null,
      delivery_photo: null,
    },
  })
  const history = await app.call(deliveries.readStatusHistory, { as: pharmacy.driver, params: { id: delivery.id } })
  expect(history.body[0]).toMatchObject({
    old_status: 'in_progress',
    new_status: 'delivered',
    notes: 'Dog in the yard',
  })
})

test('the signature is stored unchanged and can be read only by its presigned URL', async () => {
  const { body } = await finish(await underWay())
  const picture = await fetch(body.patient_signature)
  expect(picture.headers.get('content-type')).toBe('image/png')
  expect(new Uint8Array(await picture.arrayBuffer())).toEqual(pngBytes)
  const { origin, pathname, searchParams } = new URL(body.patient_signature)
  expect(searchParams.get('X-Amz-Expires')).toBe('900')
  expect(pathname).toContain(`/tenants/${pharmacy.tenant.id}/deliveries/${body.id}/`)
  expect((await fetch(`${origin}${pathname}`)).status).toBe(403)
})

test('a completion may be sent as JSON instead of a form', async () => {
  const { id } = await underWay()
  const answer = await app.call(deliveries.completeDelivery, {
    as: pharmacy.driver,
    params: { id },
    body: completionData,
  })
  expect(answer).toMatchObject({ status: 200, body: { status: 'delivered' } })
})

test('users who can view all deliveries can complete their own and others’', async () => {
  const other = await app.join(pharmacy.tenant, { roles: pharmacy.driver.user.roles })
  const { id } = await underWay()
  expect(await complete(app, other, id)).toMatchObject({ status: 200 })
})

test.each<DeliveryStatus>(deliveryStatuses.filter((status) => status !== 'in_progress'))(
  'a delivery that is %s cannot be completed',
  async (status) => {
    const delivery = await aDelivery(app, pharmacy, { status, patient_id: known })
    const before = await read(delivery)
    expect(await finish(delivery)).toMatchObject({
      status: 409,
      body: { detail: `Cannot change status from ${statusInWords(status)} to delivered` },
    })
    expect(await read(delivery)).toMatchObject({ status, version: before.version })
  },
)

describe('a signature', () => {
  const missing = 'Please provide a signature before completing the delivery'
  test('is always required', async () => {
    const delivery = await toKnown({ signature_required: false })
    for (const patient_signature of ['', null, undefined])
      expect(await finish(delivery, { patient_signature })).toMatchObject(problem('patient_signature', missing))
    expect(await read(delivery)).toMatchObject({ status: 'in_progress' })
  })
  test('must contain PNG data', async () => {
    const delivery = await toKnown()
    const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0])
    const fakes = [
      'data:image/jpeg;base64,AAAA',
      `data:image/png;base64,${jpeg.toString('base64')}`,
      `data:image/png;base64,${Buffer.from('<svg onload="alert(1)"/>').toString('base64')}`,
      `data:image/png;base64,${Buffer.from(pngBytes.slice(0, 12)).toString('base64')}`,
    ]
    for (const patient_signature of fakes)
      expect(await finish(delivery, { patient_signature })).toMatchObject(
        problem('patient_signature', 'The signature must be a PNG image'),
      )
  })
  test('is rejected if its dimensions are too large', async () => {
    const bomb = Buffer.from(pngBytes)
    bomb.writeUInt32BE(60_000, 16)
    bomb.writeUInt32BE(60_000, 20)
    const patient_signature = `data:image/png;base64,${bomb.toString('base64')}`
    expect(await finish(await toKnown(), { patient_signature })).toMatchObject({ status: 422 })
  })
  test('without a timestamp gets the server’s time', async () => {
    const { body } = await finish(await toKnown(), { signature_timestamp: null })
    expect(body.signature_timestamp).toBe(app.clock.now.toISOString())
  })
})

describe('a patient’s first delivery', () => {
  test.each([
    [false, false, 'hipaa_form_received'],
    [true, false, 'counseling_received'],
    [false, true, 'hipaa_form_received'],
  ])('is rejected with HIPAA form %s and counseling %s', async (hipaa, counseling, field) => {
    const delivery = await underWay()
    const fields = { hipaa_form_received: hipaa, counseling_received: counseling, is_first_delivery: false }
    expect(await finish(delivery, fields)).toMatchObject(problem(field, unconfirmed))
    expect(await read(delivery)).toMatchObject({ status: 'in_progress' })
  })
  test('is delivered with both, sent as a boolean or as text', async () => {
    for (const word of [true, 'true'])
      expect(await finish(await underWay(), { hipaa_form_received: word, counseling_received: word })).toMatchObject({
        status: 200,
        body: { hipaa_form_received: true, counseling_received: true },
      })
  })
  test('is still the first if the patient’s others were cancelled or failed', async () => {
    const delivery = await underWay()
    for (const status of ['cancelled', 'failed'] as const)
      await aDelivery(app, pharmacy, { status, patient_id: delivery.patient_id })
    expect(await finish(delivery, { hipaa_form_received: false })).toMatchObject({ status: 422 })
  })
})

test('later deliveries need no HIPAA form or counseling, whatever the client says', async () => {
  const fields = { hipaa_form_received: false, counseling_received: 'false', is_first_delivery: true }
  expect(await finish(await toKnown(), fields)).toMatchObject({
    status: 200,
    body: { hipaa_form_received: false, counseling_received: false },
  })
})

test.each([
  [10.5, 10.5],
  ['19.99', 19.99],
  ['', 0],
  [null, 0],
  ['twelve', 0],
  [undefined, 0],
])('an amount of %j is stored as %d', async (amount, stored) => {
  expect(await finish(await toKnown(), { amount })).toMatchObject({ status: 200, body: { amount: stored } })
})

test.each([
  [-1, 'Cannot be negative'],
  [1.005, 'Must have at most two decimals'],
])('an amount of %d is rejected', async (amount, msg) => {
  expect(await finish(await toKnown(), { amount })).toMatchObject(problem('amount', msg))
})

test('a completion without notes keeps the delivery’s notes', async () => {
  const delivery = await toKnown({ delivery_notes: 'Ring twice' })
  expect((await finish(delivery, { delivery_notes: null })).body.delivery_notes).toBe('Ring twice')
})

describe('of many concurrent completions of one delivery', () => {
  test('one gets 200 and the others get 409', async () => {
    const { id } = await underWay()
    const answers = await Promise.all(Array.from({ length: 30 }, () => complete(app, pharmacy.driver, id)))
    const statuses = answers.map(({ status }) => status).toSorted()
    expect(statuses).toEqual([200, ...Array(29).fill(409)])
    const history = await app.call(deliveries.readStatusHistory, { as: pharmacy.driver, params: { id } })
    expect(history.body).toHaveLength(3)
  })
  test('a concurrent cancellation either wins or loses completely', async () => {
    const { id } = await toKnown()
    const cancel = () =>
      app.call(deliveries.changeStatus, { as: pharmacy.admin, params: { id }, body: { status: 'cancelled' } })
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, i) => (i % 2 ? cancel() : complete(app, pharmacy.driver, id))),
    )
    const winners = answers.filter(({ status }) => status === 200)
    expect(winners).toHaveLength(1)
    const { body } = await app.call(deliveries.readDelivery, { as: pharmacy.admin, params: { id } })
    expect(body).toMatchObject({ status: winners[0]?.body.status, version: 3 })
    expect(body.patient_signature === null).toBe(body.status === 'cancelled')
  })
})
