import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { keysOf } from '#functions/data/table-keys.ts'
import { openServices } from '#functions/http/services.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import * as searchAndDay from '#shared/api/search-and-day.ts'
import type { DeliveryStatus } from '#shared/model/delivery-statuses.ts'
import type { BulkResult } from '#shared/model/search-and-day.ts'
import { addDays, dayIn } from '#shared/rules/dates.ts'
import { aDelivery, complete } from '#tests/support/builders.ts'
import { openFaultInjection } from '#tests/support/fault-injection.ts'
import { problemsIn } from '#tests/support/table-invariants.ts'
import { type Organisation, openTestApp, type Person, type TestApp } from '#tests/support/test-app.ts'

const faultInjection = openFaultInjection()
let app: TestApp
let pharmacy: Organisation
let today: string
let patient_id: string
beforeAll(async () => {
  app = await openTestApp({ around: faultInjection.around })
  pharmacy = await app.createPharmacy()
  today = dayIn(pharmacy.tenant.time_zone, app.clock.now)
  patient_id = (await aDelivery(app, pharmacy, { status: 'delivered' })).patient_id
})
afterAll(async () => {
  await app.close()
  faultInjection.close()
})

const of = async (status: DeliveryStatus = 'unassigned', fields: object = {}) =>
  (await aDelivery(app, pharmacy, { status, patient_id, ...fields })).id
const stored = (id: string) => app.table.get(keysOf(pharmacy.tenant.id).delivery(id))

const send = (ids: readonly string[], change: object, headers: Record<string, string> = {}, as = pharmacy.admin) =>
  app.call(searchAndDay.changeDeliveries, { as, body: { ids, change }, headers })
const keyed = () => ({ 'idempotency-key': randomUUID() })

async function change(ids: readonly string[], what: object): Promise<BulkResult[]> {
  const { status, body } = await send(ids, what)
  expect(status).toBe(200)
  return body
}
const refused = (id: string, detail: string) => ({ id, ok: false, detail })
const done = (id: string, version: number) => ({ id, ok: true, version })

/**
 * Creates one delivery of each status. Returns their ids, and ids that no one in this organisation can change: of a deleted, of an
 * unknown and of a foreign delivery.
 */
async function oneOfEach() {
  const foreign = await app.createPharmacy()
  const gone = await of()
  await app.call(deliveries.deleteDelivery, { as: pharmacy.admin, params: { id: gone } })
  return {
    pending: await of('pending'),
    unassigned: await of('unassigned'),
    assigned: await of('assigned'),
    underWay: await of('in_progress'),
    failed: await of('failed'),
    delivered: await of('delivered'),
    cancelled: await of('cancelled'),
    gone,
    unknown: randomUUID(),
    foreign: (await aDelivery(app, foreign)).id,
  }
}
const unknownOnes = ({ gone, unknown, foreign }: Awaited<ReturnType<typeof oneOfEach>>) =>
  [gone, unknown, foreign].map((id) => refused(id, 'Delivery not found'))

describe('a bulk change', () => {
  test('assigns deliveries in the given order, each by its own rules', async () => {
    const each = await oneOfEach()
    const { pending, unassigned, assigned, underWay, failed, delivered, cancelled } = each
    const pharmacist_id = pharmacy.pharmacist.user.id
    const noMore = (status: string) => `The pharmacist cannot be changed once a delivery is ${status}`
    expect(await change(Object.values(each), { pharmacist_id })).toEqual([
      ...[done(pending, 2), done(unassigned, 2), done(assigned, 2), done(underWay, 3), done(failed, 3)],
      ...[refused(delivered, noMore('delivered')), refused(cancelled, noMore('cancelled'))],
      ...unknownOnes(each),
    ])
    const saved = await Promise.all([pending, unassigned, assigned, underWay, failed].map(stored))
    expect(saved.map((delivery) => [delivery?.status, delivery?.pharmacist_name])).toEqual([
      ...Array.from({ length: 3 }, () => ['assigned', 'Phil Pharmacist']),
      ['in_progress', 'Phil Pharmacist'],
      ['assigned', 'Phil Pharmacist'],
    ])
  })

  test('moves deliveries to another day, and to another time if one is given', async () => {
    const each = await oneOfEach()
    const { pending, unassigned, assigned, underWay, failed, delivered, cancelled } = each
    const delivery_date = addDays(today, 1)
    const fixed = (id: string, status: string) => refused(id, `A delivery that is ${status} cannot be edited`)
    expect(await change(Object.values(each), { delivery_date })).toEqual([
      ...[done(pending, 2), done(unassigned, 2), done(assigned, 2)],
      ...[fixed(underWay, 'in progress'), done(failed, 3)],
      ...[fixed(delivered, 'delivered'), fixed(cancelled, 'cancelled')],
      ...unknownOnes(each),
    ])
    expect(await stored(assigned)).toMatchObject({ delivery_date, time_range: '09:00-12:00' })
    await change([assigned], { delivery_date, time_range: '18:00-21:00' })
    expect(await stored(assigned)).toMatchObject({ delivery_date, time_range: '18:00-21:00', version: 3 })
  })

  test('cancels deliveries and records the reason in their history', async () => {
    const each = await oneOfEach()
    const { pending, unassigned, assigned, underWay, failed, delivered, cancelled } = each
    const not = (id: string, from: string) => refused(id, `Cannot change status from ${from} to cancelled`)
    expect(await change(Object.values(each), { status: 'cancelled', notes: 'It snows' })).toEqual([
      ...[not(pending, 'pending'), not(unassigned, 'unassigned'), done(assigned, 2), done(underWay, 3)],
      ...[not(failed, 'failed'), not(delivered, 'delivered'), not(cancelled, 'cancelled')],
      ...unknownOnes(each),
    ])
    const history = await app.call(deliveries.readStatusHistory, { as: pharmacy.admin, params: { id: assigned } })
    expect(history.body[0]).toMatchObject({ new_status: 'cancelled', notes: 'It snows' })
  })

  test('takes 1 to 100 deliveries, each of them once', async () => {
    const ids = Array.from({ length: 100 }, () => randomUUID())
    expect(await change(ids, { pharmacist_id: null })).toHaveLength(100)
    expect(await change([ids[0] ?? '', ids[0] ?? ''], { pharmacist_id: null })).toHaveLength(1)
    expect((await send([...ids, randomUUID()], { pharmacist_id: null })).status).toBe(422)
    expect((await send([], { pharmacist_id: null })).status).toBe(422)
  })

  test.each([
    {},
    { pharmacist_id: null, delivery_date: '2099-01-01' },
    { status: 'delivered' },
    { status: 'cancelled', time_range: '09:00-12:00' },
    { time_range: '09:00-12:00' },
    { delivery_date: '2099-02-30' },
    { refrigerated: true },
  ])('makes exactly one kind of change and rejects %j', async (what) => {
    const id = await of('assigned')
    expect((await send([id], what)).status).toBe(422)
    expect(await stored(id)).toMatchObject({ version: 1 })
  })

  test('changes nothing when the pharmacist cannot deliver', async () => {
    const id = await of()
    for (const pharmacist_id of [pharmacy.unprivileged.user.id, randomUUID()]) {
      const answer = await send([id], { pharmacist_id })
      const problem = { loc: ['body', 'change', 'pharmacist_id'], msg: 'Deliveries can’t be assigned to this person' }
      expect(answer).toMatchObject({ status: 422, body: { detail: [problem] } })
    }
    expect(await stored(id)).toMatchObject({ version: 1 })
  })

  test('reports an error for each delivery that it would move into the past', async () => {
    const id = await of()
    expect(await change([id], { delivery_date: addDays(today, -1) })).toEqual([
      refused(id, 'Delivery date cannot be in the past'),
    ])
  })
})

describe('a repeated bulk change', () => {
  test('returns the same response even if the deliveries have changed since', async () => {
    const ids = [await of('assigned'), await of('delivered'), await of('unassigned')]
    const key = keyed()
    const first = await send(ids, { pharmacist_id: pharmacy.pharmacist.user.id }, key)
    await change(ids, { pharmacist_id: null })
    const again = await send(ids, { pharmacist_id: pharmacy.pharmacist.user.id }, key)
    expect([again.status, again.text]).toEqual([200, first.text])
    expect(await stored(ids[0] ?? '')).toMatchObject({ pharmacist_id: null, version: 3 })
    expect((await send(ids, { pharmacist_id: null }, key)).status).toBe(422)
  })

  test('changes each delivery once, even if both requests are concurrent', async () => {
    for (let round = 0; round < 4; round++) {
      const ids = [await of('assigned'), await of('in_progress'), await of('pending')]
      const key = keyed()
      const answers = await Promise.all([1, 2].map(() => send(ids, { status: 'cancelled' }, key)))
      expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
      expect(answers[0]?.body).toMatchObject([{ ok: true }, { ok: true }, { ok: false }])
      expect((await stored(ids[0] ?? ''))?.version).toBe(2)
    }
  })

  test('continues where the first was interrupted and responds as if it had not been', async () => {
    for (const broken of [5, 6, 9, 12]) {
      const ids = [await of('assigned'), await of('unassigned'), await of('in_progress'), await of('assigned')]
      const key = keyed()
      app.services.table = openServices(process.env).table
      const { answer } = await faultInjection.strike(
        (call) => (call === broken ? 'diesAfter' : undefined),
        (headers) =>
          app.fetchPath('POST', searchAndDay.changeDeliveries.path, {
            as: pharmacy.admin,
            body: { ids, change: { status: 'cancelled' } },
            headers: { ...headers, ...key },
          }),
      )
      expect(answer.status).toBe(502)
      const [one = '', two = '', three = '', four = ''] = ids
      expect((await send(ids, { status: 'cancelled' }, key)).body).toEqual([
        done(one, 2),
        refused(two, 'Cannot change status from unassigned to cancelled'),
        done(three, 3),
        done(four, 2),
      ])
      expect(await stored(one)).toMatchObject({ status: 'cancelled', version: 2 })
    }
  })
})

describe('concurrently', () => {
  const assign = (ids: string[], to: Person) => send(ids, { pharmacist_id: to.user.id })

  test('two assignments of the same deliveries leave one pharmacist for each and correct counts', async () => {
    const ids = await Promise.all(Array.from({ length: 12 }, () => of()))
    const answers = await Promise.all([
      assign(ids, pharmacy.driver),
      assign(ids.toReversed(), pharmacy.pharmacist),
      send(ids, { delivery_date: addDays(today, 2) }),
    ])
    for (const { body } of answers) expect(body).toMatchObject(ids.map(() => ({ ok: true })))
    for (const delivery of await Promise.all(ids.map(stored)))
      expect(delivery).toMatchObject({ status: 'assigned', delivery_date: addDays(today, 2), version: 4 })
  })

  test('a cancellation and a completion: one succeeds and the other reports why it did not', async () => {
    for (let round = 0; round < 4; round++) {
      const id = await of('in_progress')
      const [cancelled, completed] = await Promise.all([
        send([id], { status: 'cancelled' }),
        complete(app, pharmacy.driver, id),
      ])
      const delivered = completed.status === 200
      expect(cancelled.body).toEqual([
        delivered ? refused(id, 'Cannot change status from delivered to cancelled') : done(id, 3),
      ])
      expect(await stored(id)).toMatchObject({ status: delivered ? 'delivered' : 'cancelled' })
    }
  })
})

test('a user who may only view deliveries cannot change any', async () => {
  const id = await of('assigned')
  expect((await send([id], { status: 'cancelled' }, {}, pharmacy.driver)).status).toBe(403)
  expect(await stored(id)).toMatchObject({ version: 1 })
})

test('in the end, every count, index and history matches the deliveries', async () => {
  expect(await problemsIn(app)).toEqual([])
})
