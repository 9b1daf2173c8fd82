import { describe, expect } from 'vitest'
import { keysOf } from '#functions/data/table-keys.ts'
import { listActivity } from '#shared/api/activity.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import { readPatient } from '#shared/api/patients.ts'
import { readProof } from '#shared/api/proofs.ts'
import type { Delivery } from '#shared/model/delivery.ts'
import { aDelivery } from '#tests/support/builders.ts'
import { passSeconds } from '#tests/support/clock.ts'
import { app, test } from '#tests/support/product-test.ts'
import type { Organisation, Person, TestResponse } from '#tests/support/test-app.ts'

let at: Organisation
let delivery: Delivery
test.beforeEach(async () => {
  at = await app.createPharmacy()
  delivery = await aDelivery(app, at, { status: 'delivered' })
  passSeconds(app, 1)
})

/** Returns the actions of the events that the calls of `run` record, oldest first. */
async function viewsDuring(run: () => Promise<unknown>) {
  passSeconds(app, 1)
  const from = app.clock.now.toISOString()
  await run()
  const left = await app.table.queryAll(keysOf(at.tenant.id).allEvents, { from })
  return left.map(({ action }) => action)
}

const viewHeaderOf = (answer: TestResponse) => ({ 'x-look': answer.headers.get('x-look') ?? '' })

const open = (as: Person = at.admin, id = delivery.id) =>
  app.call(deliveries.readDelivery, { as, params: { id } }).then(viewHeaderOf)
const openPatient = (as: Person = at.admin) =>
  app.call(readPatient, { as, params: { id: delivery.patient_id } }).then(viewHeaderOf)

type Headers = Record<string, string>

const history = (headers: Headers, as: Person = at.admin, id = delivery.id) =>
  app.call(deliveries.readStatusHistory, { as, params: { id }, headers })
const proof = (headers: Headers, as: Person = at.admin) =>
  app.call(readProof, { as, params: { id: delivery.id }, headers })
const prior = (headers: Headers, as: Person = at.driver) =>
  app.call(deliveries.readPriorDeliveries, { as, params: { id: delivery.patient_id }, headers })
const listOfPatient = (headers: Headers) =>
  app.call(deliveries.listDeliveries, {
    as: at.admin,
    query: { patient_id: delivery.patient_id, view: 'earlier' },
    headers,
  })
const listViewers = (headers: Headers, query: Record<string, string>) =>
  app.call(listActivity, { as: at.admin, query: { kind: 'looks', ...query }, headers })

describe('opening a page logs one view', () => {
  test('of a delivery, with its history, its proof and its viewers', async () => {
    const left = await viewsDuring(async () => {
      const headers = await open()
      for (const { status } of [
        await history(headers),
        await proof(headers),
        await listViewers(headers, { subject_id: delivery.id }),
      ])
        expect(status).toBe(200)
    })
    expect(left).toEqual(['delivery.read'])
  })

  test('of a delivery for which the door asks whether it is the patient’s first', async () => {
    expect(await viewsDuring(async () => prior(await open(at.driver)))).toEqual(['delivery.read'])
  })

  test('of a patient, with their deliveries, the reason for a failure, and their viewers', async () => {
    const left = await viewsDuring(async () => {
      const headers = await openPatient()
      await listOfPatient(headers)
      await history(headers)
      await listViewers(headers, { patient_id: delivery.patient_id })
    })
    expect(left).toEqual(['patient.read'])
  })
})

describe('a read logs a view of its own', () => {
  test('without a view token, or with a made-up one', async () => {
    for (const headers of [{}, { 'x-look': 'k1.made-up' }, { 'x-look': '' }]) {
      expect(await viewsDuring(() => history(headers))).toEqual(['delivery.read'])
      expect(await viewsDuring(() => proof(headers))).toEqual(['delivery.read'])
      expect(await viewsDuring(() => prior(headers))).toEqual(['patient.read'])
      expect(await viewsDuring(() => listOfPatient(headers))).toEqual(['delivery.listed'])
    }
  })

  test('with a token from another user, another sign-in or another delivery', async () => {
    const again = await app.signIn(at.admin.user)
    const other = await aDelivery(app, at, { status: 'delivered' })
    for (const headers of [await open(at.driver), await open(again), await open(at.admin, other.id)])
      expect(await viewsDuring(() => history(headers))).toEqual(['delivery.read'])
  })

  test('with a delivery’s token for the patient’s list, or a patient’s token for a proof', async () => {
    const headers = await open()
    expect(await viewsDuring(() => listOfPatient(headers))).toEqual(['delivery.listed'])
    const ofPatient = await openPatient()
    expect(await viewsDuring(() => proof(ofPatient))).toEqual(['delivery.read'])
  })

  test('with a token for more of the activity than the viewers', async () => {
    const headers = await openPatient()
    const query = { patient_id: delivery.patient_id, kind: 'changes' }
    expect(await viewsDuring(() => listViewers(headers, query))).toEqual(['activity.listed'])
  })

  test('ten minutes after the page was opened', async () => {
    const headers = await open()
    passSeconds(app, 598)
    expect(await viewsDuring(() => history(headers))).toEqual([])
    passSeconds(app, 1)
    expect(await viewsDuring(() => history(headers))).toEqual(['delivery.read'])
  })
})

test('a 304 response has no view token, because it logs no view', async () => {
  const { patient_id: id } = delivery
  const ask = (headers: Headers = {}) => app.call(readPatient, { as: at.admin, params: { id }, headers })
  const { headers } = await ask()
  const same = await ask({ 'if-none-match': headers.get('etag') ?? '' })
  expect([same.status, same.headers.get('x-look')]).toEqual([304, null])
})
