import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import * as deliveries from '#shared/api/deliveries.ts'
import * as patients from '#shared/api/patients.ts'
import type { Patient } from '#shared/model/patient.ts'
import { aDelivery, aPatient, complete, completionData, deliveryBody, patientBody } from '#tests/support/builders.ts'
import { passSeconds, seconds } from '#tests/support/clock.ts'
import { pictures } from '#tests/support/pictures.ts'
import { app, test } from '#tests/support/product-test.ts'
import type { Organisation, Person } from '#tests/support/test-app.ts'

let pharmacy: Organisation
let patient: Patient
test.beforeAll(async () => {
  pharmacy = await app.createPharmacy()
  patient = await aPatient(app, pharmacy.admin)
})

const keyed = (key: string) => ({ 'idempotency-key': key })
const create = (key: string, fields: object = {}, as: Person = pharmacy.admin) =>
  app.call(deliveries.createDelivery, { as, body: deliveryBody(app, patient.id, fields), headers: keyed(key) })
const deliveriesOf = async (patient_id: string) =>
  (await app.call(deliveries.listDeliveries, { as: pharmacy.admin, query: { patient_id, limit: 200 } })).body
const usedUp = {
  status: 422,
  body: { detail: [{ loc: ['header', 'Idempotency-Key'], msg: 'This key was used for another request' }] },
}

describe('a creation with an idempotency key', () => {
  test('returns the same bytes when repeated and creates nothing new', async () => {
    patient = await aPatient(app, pharmacy.admin)
    const key = randomUUID()
    const first = await create(key)
    const again = await create(key.toUpperCase())
    expect([again.status, again.text]).toEqual([201, first.text])
    expect(again.headers.get('content-type')).toBe(first.headers.get('content-type'))
    expect(await deliveriesOf(patient.id)).toHaveLength(1)
  })

  test('returns the first response even if the delivery has changed since', async () => {
    const key = randomUUID()
    const first = await create(key)
    await app.call(deliveries.deleteDelivery, { as: pharmacy.admin, params: { id: first.body.id } })
    expect((await create(key)).text).toBe(first.text)
  })

  test('is rejected when repeated with another body', async () => {
    const key = randomUUID()
    await create(key)
    expect(await create(key, { refrigerated: true })).toMatchObject(usedUp)
  })

  test('is rejected if another call used the key', async () => {
    const key = randomUUID()
    await create(key)
    const body = deliveryBody(app, patient.id)
    const answer = await app.call(patients.createPatient, {
      as: pharmacy.admin,
      body: { ...patientBody, ...body },
      headers: keyed(key),
    })
    expect(answer).toMatchObject(usedUp)
  })

  test('does not conflict with another user’s use of the same key', async () => {
    const key = randomUUID()
    const first = await create(key)
    const other = await create(key, {}, pharmacy.pharmacist)
    expect(other.status).toBe(201)
    expect(other.body.id).not.toBe(first.body.id)
  })

  test.each(['1', 'not-a-uuid', '00000000-0000-0000-0000-00000000000g', `${randomUUID()}x`])(
    'is rejected if the key is %s, not a UUID',
    async (key) => {
      expect(await create(key)).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['header', 'Idempotency-Key'], msg: 'Must be a UUID' }] },
      })
    },
  )

  test('creates one delivery and one response when sent twenty times concurrently', async () => {
    patient = await aPatient(app, pharmacy.admin)
    const key = randomUUID()
    const answers = await Promise.all(Array.from({ length: 20 }, () => create(key)))
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers[0]?.status).toBe(201)
    expect(await deliveriesOf(patient.id)).toHaveLength(1)
  })

  test('can be corrected and sent again with the same key after a rejection', async () => {
    const key = randomUUID()
    expect(await create(key, { pharmacist_id: randomUUID() })).toMatchObject({ status: 422 })
    expect(await create(key)).toMatchObject({ status: 201 })
  })

  test('is remembered for exactly one day', async () => {
    const key = randomUUID()
    const first = await create(key)
    passSeconds(app, seconds.day - 2)
    pharmacy = { ...pharmacy, admin: await app.signIn(pharmacy.admin.user) }
    const body = { ...deliveryBody(app, patient.id), delivery_date: first.body.delivery_date }
    const again = () => app.call(deliveries.createDelivery, { as: pharmacy.admin, body, headers: keyed(key) })
    expect((await again()).text).toBe(first.text)
    passSeconds(app, 2)
    expect((await again()).body.id).not.toBe(first.body.id)
    pharmacy = { ...pharmacy, driver: await app.signIn(pharmacy.driver.user) }
  })
})

test('a patient created twice with the same key is one patient', async () => {
  const name = `Idem ${randomUUID()}`
  const send = () =>
    app.call(patients.createPatient, { as: pharmacy.admin, body: { ...patientBody, name }, headers: keyed(key) })
  const key = randomUUID()
  const answers = await Promise.all(Array.from({ length: 10 }, send))
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  const found = await app.call(patients.searchPatients, { as: pharmacy.admin, query: { q: name } })
  expect(found.body).toHaveLength(1)
})

describe('a completion with an idempotency key', () => {
  const finish = (id: string, key: string, data: object = {}, photo = pictures['image/png']) =>
    complete(app, pharmacy.driver, id, { data: { ...completionData, ...data }, photo, headers: keyed(key) })

  test('returns the same bytes when repeated, including presigned URLs', async () => {
    const { id } = await aDelivery(app, pharmacy, { status: 'in_progress' })
    const key = randomUUID()
    const first = await finish(id, key)
    passSeconds(app, 60)
    const again = await finish(id, key)
    expect([again.status, again.text]).toEqual([200, first.text])
  })

  test('is rejected when repeated with another amount, photo or delivery', async () => {
    const { id } = await aDelivery(app, pharmacy, { status: 'in_progress' })
    const other = await aDelivery(app, pharmacy, { status: 'in_progress' })
    const key = randomUUID()
    await finish(id, key)
    expect(await finish(id, key, { amount: 99 })).toMatchObject(usedUp)
    expect(await finish(id, key, {}, pictures['image/jpeg'])).toMatchObject(usedUp)
    expect(await finish(other.id, key)).toMatchObject(usedUp)
  })

  test('returns the same 200 when sent thirty times concurrently', async () => {
    const { id } = await aDelivery(app, pharmacy, { status: 'in_progress' })
    const key = randomUUID()
    const answers = await Promise.all(Array.from({ length: 30 }, () => finish(id, key)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    const history = await app.call(deliveries.readStatusHistory, { as: pharmacy.driver, params: { id } })
    expect(history.body).toHaveLength(3)
  })

  test('can be sent again if it was rejected because of the delivery’s status', async () => {
    const { id } = await aDelivery(app, pharmacy, { status: 'assigned' })
    const key = randomUUID()
    expect(await finish(id, key)).toMatchObject({ status: 409 })
    await app.call(deliveries.changeStatus, {
      as: pharmacy.driver,
      params: { id },
      body: { status: 'in_progress' },
    })
    expect(await finish(id, key)).toMatchObject({ status: 200 })
  })
})
