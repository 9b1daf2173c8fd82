import { describe, expect } from 'vitest'
import { keysOf } from '#functions/data/table-keys.ts'
import { update } from '#functions/data/writes.ts'
import { recordAttempt } from '#shared/api/attempts.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import * as searchAndDay from '#shared/api/search-and-day.ts'
import type { DeliveryHit, SearchHits } from '#shared/model/search-and-day.ts'
import { addDays, dayIn } from '#shared/rules/dates.ts'
import { aDelivery, aPatient } from '#tests/support/builders.ts'
import { app, pharmacy, pharmacyTest as test } from '#tests/support/product-test.ts'
import type { Person } from '#tests/support/test-app.ts'
import { type ReadCounts, watchReads } from '#tests/support/watch-reads.ts'

let today: string
let watch: { take(): ReadCounts }
test.beforeAll(async () => {
  today = dayIn(pharmacy.tenant.time_zone, app.clock.now)
  watch = watchReads(app.services.table.client)
})

async function find(q: string, as: Person = pharmacy.admin): Promise<SearchHits> {
  const { status, body } = await app.call(searchAndDay.search, { as, query: { q } })
  expect(status).toBe(200)
  return body
}
const idsOf = (hits: readonly { id: string }[]) => hits.map(({ id }) => id)
const rx = (...numbers: string[]) => ({
  rx_information: numbers.map((rx_number) => ({ rx_date: '', rx_number, copay: 0 })),
})
const ofPatient = (name: string) => aPatient(app, pharmacy.admin, { name })

describe('a patient', () => {
  test('is found by whatever finds them in the directory, with name, phone and city', async () => {
    const { id } = await aPatient(app, pharmacy.admin, { name: 'Eva Novak', phone: '(555) 777-0199', city: 'Hamden' })
    const found = { id, name: 'Eva Novak', phone: '(555) 777-0199', city: 'Hamden' }
    for (const q of ['no', 'NOVAK', 'eva nov', 'novak eva', '5557770199', '0199', 'hamden novak'])
      expect([q, (await find(q)).patients]).toEqual([q, [found]])
  })

  test('is listed among at most eight, and not for a single typed character', async () => {
    for (let i = 0; i < 10; i++) await ofPatient(`Octavia Number${i}`)
    expect((await find('octavia')).patients).toHaveLength(8)
    expect((await find('octavia number')).patients).toHaveLength(8)
    for (const q of ['o', ' o ', '']) expect(await find(q)).toEqual({ patients: [], deliveries: [] })
  })

  test('is listed with open deliveries, soonest first, and then with the latest', async () => {
    const { id: patient_id } = await ofPatient('Quentin Quick')
    const of = async (days: number, fields: object = {}) =>
      (await aDelivery(app, pharmacy, { patient_id, delivery_date: addDays(today, days), ...fields })).id
    const delivered = await of(0, { status: 'delivered' })
    const cancelled = await of(5, { status: 'cancelled' })
    const later = await of(9)
    const soon = await of(1, { status: 'assigned' })
    const { deliveries: hits } = await find('quentin')
    expect(idsOf(hits)).toEqual([soon, later, cancelled, delivered])
    expect(hits[0]).toEqual({
      id: soon,
      status: 'assigned',
      delivery_date: addDays(today, 1),
      time_range: '09:00-12:00',
      patient_name: 'Quentin Quick',
      pharmacist_name: 'Dora Driver',
      matched: 'patient',
    })
  })

  test('with many deliveries lists an old one that is still open before newer finished ones', async () => {
    const patient = await ofPatient('Oswald Overdue')
    const fields = { patient_id: patient.id }
    const old = await aDelivery(app, pharmacy, fields)
    for (let i = 1; i < 10; i++)
      await aDelivery(app, pharmacy, { ...fields, status: 'cancelled', delivery_date: addDays(today, i) })
    const { deliveries: hits } = await find('oswald')
    expect(hits).toHaveLength(8)
    expect([hits[0]?.id, hits[1]?.delivery_date]).toEqual([old.id, addDays(today, 9)])
  })
})

describe('a prescription', () => {
  test('is found by its first characters, ignoring case, spaces and leading zeros', async () => {
    const { id } = await aDelivery(app, pharmacy, rx('00 41-ab 77', '5'))
    for (const q of ['41-', '41-AB', '0041-ab 77', ' 41-aB77'])
      expect([q, await find(q)]).toMatchObject([q, { patients: [], deliveries: [{ id, matched: 'prescription' }] }])
    for (const q of ['00 41', '41', '41-AB78', '1-AB']) expect([q, (await find(q)).deliveries]).toEqual([q, []])
  })

  test('finds its delivery once, even if several of its numbers match', async () => {
    const { id } = await aDelivery(app, pharmacy, rx('8800-1', '8800-2', '8800-3'))
    expect(idsOf((await find('8800')).deliveries)).toEqual([id])
  })

  test('changed by an edit is found only by its new number', async () => {
    const { id } = await aDelivery(app, pharmacy, rx('6600-1', '6600-2'))
    await app.call(deliveries.updateDelivery, { as: pharmacy.admin, params: { id }, body: rx('6600-2', '6600-9') })
    expect(idsOf((await find('6600-9')).deliveries)).toEqual([id])
    expect(idsOf((await find('6600-2')).deliveries)).toEqual([id])
    expect((await find('6600-1')).deliveries).toEqual([])
  })

  test('of a deleted delivery finds nothing', async () => {
    const { id } = await aDelivery(app, pharmacy, rx('5500-1'))
    await app.call(deliveries.deleteDelivery, { as: pharmacy.admin, params: { id } })
    expect((await find('5500-1')).deliveries).toEqual([])
    expect((await find(id.slice(0, 8))).deliveries).toEqual([])
  })

  test('is found among a hundred of one delivery, and after all hundred were replaced', async () => {
    const hundred = (from: number) => rx(...Array.from({ length: 100 }, (_, i) => `H${from + i}`))
    const { id } = await aDelivery(app, pharmacy, hundred(1000))
    expect(idsOf((await find('H1099')).deliveries)).toEqual([id])
    await app.call(deliveries.updateDelivery, { as: pharmacy.admin, params: { id }, body: hundred(2000) })
    expect(idsOf((await find('H2099')).deliveries)).toEqual([id])
    expect((await find('H1099')).deliveries).toEqual([])
    await app.call(deliveries.deleteDelivery, { as: pharmacy.admin, params: { id } })
    expect((await find('H2099')).deliveries).toEqual([])
  })
})

describe('a delivery', () => {
  test('is found by the first eight characters of its ID, the whole ID, and its slip', async () => {
    const { id } = await aDelivery(app, pharmacy)
    const start = id.slice(0, 8)
    const address = `https://carelane.example/pharmacy/delivery/${id}`
    const ways = [start, start.toUpperCase(), id, `${start}-ABCDEFGH23`, address, `${address}?slip=ABCDEFGH23`]
    for (const q of ways) expect([q, await find(q)]).toMatchObject([q, { deliveries: [{ id, matched: 'id' }] }])
    const last = id.endsWith('0') ? '1' : '0'
    for (const q of [start.slice(0, 7), `${id.slice(0, -1)}${last}`, `${address.slice(0, -1)}${last}`])
      expect([q, (await find(q)).deliveries]).toEqual([q, []])
  })

  test('that matches in several ways is listed once: IDs first, then prescriptions, then patients', async () => {
    const { id: patient_id } = await ofPatient('Zed 77110 Zimmer')
    const byPatient = await aDelivery(app, pharmacy, { patient_id })
    const byBoth = await aDelivery(app, pharmacy, { patient_id, ...rx('77110-4') })
    const byNumber = await aDelivery(app, pharmacy, rx('77110-5'))
    const hits: DeliveryHit[] = (await find('77110')).deliveries
    expect(hits.map(({ id, matched }) => [id, matched])).toEqual([
      [byBoth.id, 'prescription'],
      [byNumber.id, 'prescription'],
      [byPatient.id, 'patient'],
    ])
    const start = byPatient.id.slice(0, 8)
    await aDelivery(app, pharmacy, rx(`${start}-X`))
    const named = (await find(start)).deliveries
    expect(named.map(({ matched }) => matched)).toEqual(['id', 'prescription'])
  })
})

describe('the caller', () => {
  test('sees patients only if they manage deliveries, but a patient’s deliveries if they view them', async () => {
    const { id: patient_id } = await ofPatient('Petra Private')
    const { id } = await aDelivery(app, pharmacy, { patient_id })
    const found = await find('petra', pharmacy.driver)
    expect([found.patients, idsOf(found.deliveries)]).toEqual([[], [id]])
    expect((await find('petra', pharmacy.pharmacist)).patients).toHaveLength(1)
  })

  test('finds nothing from another organization', async () => {
    const other = await app.createPharmacy()
    const patient = await aPatient(app, other.admin, { name: 'Fiona Foreign' })
    const theirs = await aDelivery(app, other, { patient_id: patient.id, ...rx('FOREIGN-1') })
    for (const q of ['fiona', 'foreign-1', theirs.id, theirs.id.slice(0, 8)])
      expect([q, await find(q)]).toEqual([q, { patients: [], deliveries: [] }])
  })

  test('finds only their own deliveries if staff cannot see all', async () => {
    const strict = await app.createPharmacy()
    await app.table.write(update(keysOf(strict.tenant.id).tenant, { set: { staff_see_all: false } }))
    const { id: patient_id } = await aPatient(app, strict.admin, { name: 'Silas Shared' })
    const fields = { patient_id, ...rx('SHARED-1') }
    for (let i = 0; i < 9; i++) await aDelivery(app, strict, fields)
    const own = await aDelivery(app, strict, { ...fields, status: 'assigned' })
    for (const q of ['silas', 'shared-1', own.id])
      expect([q, idsOf((await find(q, strict.driver)).deliveries)]).toEqual([q, [own.id]])
    expect((await find('silas', strict.admin)).deliveries).toHaveLength(8)
  })
})

test('a search says where a package on its way is in the run, and why a failed one failed', async () => {
  const organisation = await app.createPharmacy()
  const { admin } = organisation
  const status = 'in_progress'
  const first = await aDelivery(app, organisation, { status, time_range: '09:00-12:00' })
  const { id: patient_id } = await aPatient(app, admin, { name: 'Wilma Where', address: '9 Elm Street' })
  const second = await aDelivery(app, organisation, { patient_id, status, time_range: '12:00-15:00' })
  const hit = async () => (await find('wilma', admin)).deliveries[0]
  expect(await hit()).toMatchObject({ id: second.id, place: { stop: null, stops_before: 1 } })
  const read = () => app.call(deliveries.readDelivery, { as: admin, params: { id: second.id } })
  expect((await read()).body.place).toEqual({ stop: null, stops_before: 1 })
  const attempt = { reason: 'no_answer', note: 'Rang twice' }
  await app.call(recordAttempt, { as: organisation.driver, params: { id: first.id }, body: attempt })
  expect(await hit()).toMatchObject({ place: { stops_before: 0 } })
  await app.call(recordAttempt, { as: organisation.driver, params: { id: second.id }, body: attempt })
  expect(await hit()).toMatchObject({ status: 'failed', last_attempt: attempt })
  expect(await hit()).not.toHaveProperty('place')
  for (const q of [second.id, 'wilma'])
    expect((await find(q, admin)).deliveries).toMatchObject([{ last_attempt: attempt }])
  expect(await read()).toMatchObject({ body: { status: 'failed', attempts: [attempt] } })
  const { body } = await app.call(deliveries.listDeliveries, { as: admin, query: { delivery_date: today } })
  expect(body.find(({ id }: { id: string }) => id === second.id)).toMatchObject({ last_attempt: attempt })
  await app.call(deliveries.updateDelivery, {
    as: admin,
    params: { id: second.id },
    body: { delivery_date: addDays(today, 1) },
  })
  expect(await hit()).not.toHaveProperty('last_attempt')
})

test('a search takes at most three round trips, and one more if packages are on their way', async () => {
  const { id: patient_id } = await ofPatient('Roundtrip Ruth')
  for (let i = 0; i < 9; i++) await aDelivery(app, pharmacy, { patient_id, ...rx(`TRIP-${i}`) })
  const { id: out } = await ofPatient('Outward Otto')
  await aDelivery(app, pharmacy, { patient_id: out, status: 'in_progress' })
  // At most three round trips search. Of the others, one identifies the caller, one counts the call, and one records the event.
  for (const [q, most] of [
    ...['roundtrip', 'ruth roundtrip', 'roundtrip ruth', 'trip-', 'nothing at all'].map((q) => [q, 6] as const),
    ['otto', 7] as const,
  ]) {
    watch.take()
    await find(q)
    expect([q, watch.take().roundTrips]).toEqual([q, expect.toSatisfy((trips: number) => trips <= most)])
  }
})

test('a one-word search reads at most one and a half times what it shows', async () => {
  const { id: patient_id } = await ofPatient('Maximilian Measured')
  for (let i = 0; i < 12; i++) await aDelivery(app, pharmacy, { patient_id, ...rx('MEASURED-1') })
  const read = async (q: string) => {
    watch.take()
    const { patients, deliveries: hits } = await find(q)
    // Subtract what identifies the caller: three items, the organisation and its roles.
    return { shown: patients.length + hits.length, items: watch.take().items - 3 - 1 - pharmacy.roles.length }
  }
  const { shown, items } = await read('maximilian')
  expect([shown, items <= shown * 1.5]).toEqual([9, true])
})
