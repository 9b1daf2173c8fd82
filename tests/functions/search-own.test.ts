import { afterEach, describe, expect } from 'vitest'
import { keysOf } from '#functions/data/table-keys.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import * as patients from '#shared/api/patients.ts'
import * as searchAndDay from '#shared/api/search-and-day.ts'
import * as users from '#shared/api/users.ts'
import type { Delivery } from '#shared/model/delivery.ts'
import type { DeliveryHit } from '#shared/model/search-and-day.ts'
import { addDays, dayIn } from '#shared/rules/dates.ts'
import { aDelivery, aPatient, patientBody } from '#tests/support/builders.ts'
import { app, pharmacy, freshPharmacyTest as test } from '#tests/support/product-test.ts'
import { storeSettings } from '#tests/support/run-calls.ts'
import { problemsIn } from '#tests/support/table-invariants.ts'
import type { Person } from '#tests/support/test-app.ts'
import { type ReadCounts, watchReads } from '#tests/support/watch-reads.ts'

let today: string
let watch: { take(): ReadCounts }
test.beforeAll(async () => {
  watch = watchReads(app.services.table.client)
})
test.beforeEach(async () => {
  await storeSettings(app, pharmacy, { staff_see_all: false })
  today = dayIn(pharmacy.tenant.time_zone, app.clock.now)
})
// `problemsIn` checks, among other things, that every entry by which a delivery is found follows from a delivery.
afterEach(async () => expect(await problemsIn(app)).toEqual([]))

async function find(q: string, as: Person = pharmacy.driver): Promise<DeliveryHit[]> {
  const { status, body } = await app.call(searchAndDay.search, { as, query: { q } })
  expect([status, body.patients]).toEqual([200, []])
  return body.deliveries
}
const idsOf = (hits: readonly { id: string }[]) => hits.map(({ id }) => id)
const foundBy = async (...queries: string[]) => Promise.all(queries.map(async (q) => idsOf(await find(q))))
const rx = (...numbers: string[]) => ({ rx_information: numbers.map((rx_number) => ({ rx_number, copay: 0 })) })
const edit = async ({ id }: Delivery, body: object) =>
  expect((await app.call(deliveries.updateDelivery, { as: pharmacy.admin, params: { id }, body })).status).toBe(200)
const ofPatient = async (name: string) => (await aPatient(app, pharmacy.admin, { name })).id
const own = (fields: object = {}) => aDelivery(app, pharmacy, { status: 'assigned', ...fields })
const others = (fields: object = {}) => own({ ...fields, pharmacist_id: pharmacy.pharmacist.user.id })

/** Creates this many deliveries of a colleague, with the patient and the prescriptions of the given delivery. */
async function manyOfOthers(count: number, { patient_id, rx_information }: Delivery): Promise<void> {
  for (let i = 0; i < count; i++) await others({ patient_id, rx_information })
}

describe('if staff see only their own deliveries, a search finds them', () => {
  test('by patient name in any form, by prescription and by ID, and reports which one matched', async () => {
    const patient_id = await ofPatient('José Núñez-Ortega')
    const { id } = await own({ patient_id, ...rx('00 41-ab 77') })
    const byName = ['jo', 'NUÑEZ', 'ortega', 'jose nunez ort', 'nunez-ortega', 'ortega jose', 'núñez jo', 'ort jos']
    for (const q of byName) expect([q, await find(q)]).toMatchObject([q, [{ id, matched: 'patient' }]])
    for (const q of ['41-', '0041-ab 77'])
      expect([q, await find(q)]).toMatchObject([q, [{ id, matched: 'prescription' }]])
    for (const q of [id, id.slice(0, 8)]) expect([q, await find(q)]).toMatchObject([q, [{ id, matched: 'id' }]])
    for (const q of ['ose', 'jose ada', '41-AB78', '#', 'jose#']) expect([q, await find(q)]).toEqual([q, []])
  })

  test('behind any number of other drivers’ deliveries with the same patient and prescription', {
    tags: ['proof'],
  }, async () => {
    const patient_id = await ofPatient('Silas Shared')
    const first = await others({ patient_id, ...rx('SHARED-1') })
    await manyOfOthers(59, first)
    const mine = await own({ patient_id, ...rx('SHARED-1'), delivery_date: addDays(today, 9) })
    expect(await foundBy('silas', 'shared', 'SHARED-1', mine.id)).toEqual([[mine.id], [mine.id], [mine.id], [mine.id]])
    expect(await foundBy(first.id, first.id.slice(0, 8))).toEqual([[], []])
  })

  test('in order: open ones first, soonest first, then the latest, regardless of the matched name', async () => {
    const [anna, annika] = [await ofPatient('Anna Zeller'), await ofPatient('Annika Abel')]
    const delivered = await own({ patient_id: anna, status: 'delivered' })
    const later = await own({ patient_id: anna, delivery_date: addDays(today, 9) })
    const soon = await own({ patient_id: annika, delivery_date: addDays(today, 1) })
    const cancelled = await own({ patient_id: annika, status: 'cancelled', delivery_date: addDays(today, 5) })
    expect(idsOf(await find('ann'))).toEqual([soon, later, cancelled, delivered].map(({ id }) => id))
  })

  test('in order: an old one that is still open before newer finished ones', async () => {
    const patient_id = await ofPatient('Oswald Overdue')
    const old = await own({ patient_id })
    for (let i = 1; i < 14; i++) await own({ patient_id, status: 'cancelled', delivery_date: addDays(today, i) })
    const hits = await find('oswald')
    expect(hits).toHaveLength(8)
    expect([hits[0]?.id, hits[1]?.delivery_date]).toEqual([old.id, addDays(today, 13)])
  })
})

describe('a delivery is found only by its current driver', () => {
  test('after it was assigned, reassigned and unassigned', async () => {
    const patient_id = await ofPatient('Wanda Wander')
    const delivery = await aDelivery(app, pharmacy, { patient_id, ...rx('WANDER-1') })
    const found = () => foundBy('wanda', 'wander-1', delivery.id)
    expect(await found()).toEqual([[], [], []])
    const second = await app.join(pharmacy.tenant, { roles: pharmacy.driver.user.roles })
    for (const [person, isTheirs] of [
      [pharmacy.driver.user.id, true],
      [second.user.id, false],
      [pharmacy.driver.user.id, true],
      [null, false],
    ] as const) {
      await edit(delivery, { pharmacist_id: person })
      expect(await found()).toEqual(isTheirs ? [[delivery.id], [delivery.id], [delivery.id]] : [[], [], []])
    }
    await edit(delivery, { pharmacist_id: second.user.id })
    expect(idsOf(await find('wanda', second))).toEqual([delivery.id])
  })

  test('by its current patient, prescription numbers and day', async () => {
    const patient = await aPatient(app, pharmacy.admin, { name: 'Bella Before' })
    const delivery = await own({ patient_id: patient.id, ...rx('OLD-1', 'KEPT-1') })
    const { id } = delivery
    const renamed = { ...patientBody, name: 'Bella After' }
    const params = { id: patient.id }
    expect((await app.call(patients.updatePatient, { as: pharmacy.admin, params, body: renamed })).status).toBe(200)
    // The delivery keeps its copy of the patient's details until an edit copies them again.
    expect(await foundBy('before', 'after')).toEqual([[id], []])
    await edit(delivery, { refresh_patient: true, ...rx('KEPT-1', 'NEW-1'), delivery_date: addDays(today, 3) })
    expect(await foundBy('before', 'after', 'bella', 'OLD-1', 'KEPT-1', 'NEW-1')).toEqual([
      [],
      [id],
      [id],
      [],
      [id],
      [id],
    ])
  })

  test('until it is deleted', async () => {
    const { id } = await own({ patient_id: await ofPatient('Dora Deleted'), ...rx('GONE-1') })
    await app.call(deliveries.deleteDelivery, { as: pharmacy.admin, params: { id } })
    expect(await foundBy('dora', 'gone-1', id)).toEqual([[], [], []])
  })

  test('until it is unassigned from a deactivated user, who keeps what they delivered', async () => {
    const patient_id = await ofPatient('Theo Taken')
    await own({ patient_id })
    const delivered = await own({ patient_id, status: 'delivered' })
    const params = { id: pharmacy.driver.user.id }
    const change = (is_active: boolean) =>
      app.call(users.updateUser, { as: pharmacy.admin, params, body: { is_active } })
    expect((await change(false)).status).toBe(200)
    await app.takeBack()
    expect((await change(true)).status).toBe(200)
    const again = await app.table.get(keysOf(pharmacy.tenant.id).user(params.id))
    expect(again && idsOf(await find('theo', await app.signIn(again)))).toEqual([delivered.id])
  })

  test('with a hundred prescriptions, after all were replaced, and after it was reassigned', {
    tags: ['proof'],
  }, async () => {
    const hundred = (from: number) => rx(...Array.from({ length: 100 }, (_, i) => `H${from + i}`))
    const delivery = await own(hundred(1000))
    expect(await foundBy('H1099')).toEqual([[delivery.id]])
    await edit(delivery, hundred(2000))
    expect(await foundBy('H2099', 'H1099')).toEqual([[delivery.id], []])
    await edit(delivery, { pharmacist_id: pharmacy.pharmacist.user.id })
    expect(await foundBy('H2099', 'grace')).toEqual([[], []])
    await app.call(deliveries.deleteDelivery, { as: pharmacy.admin, params: { id: delivery.id } })
  })
})

test('a search takes at most three round trips and reads at most one and a half times what it shows', {
  tags: ['proof'],
}, async () => {
  const patient_id = await ofPatient('Maximilian Measured')
  const first = await others({ patient_id, ...rx('TIMES-1') })
  await manyOfOthers(20, first)
  for (let i = 0; i < 12; i++) await own({ patient_id, ...rx('TIMES-1') })
  for (const q of ['maximilian', 'measured max', 'times-', 'TIMES-1', 'nothing at all']) {
    watch.take()
    const shown = (await find(q)).length
    const { items, roundTrips } = watch.take()
    // Subtract what identifies the caller (user, account, session, organisation and roles), and one read for each hit, so that only
    // entries are left.
    const entries = items - 3 - 1 - pharmacy.roles.length - shown
    expect([q, shown, entries <= shown * 1.5, roundTrips <= 6]).toEqual([q, q.startsWith('no') ? 0 : 8, true, true])
  }
})
