import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb'
import { describe, expect } from 'vitest'
import type { StoredDelivery } from '#functions/data/entities/delivery.ts'
import { keysOf } from '#functions/data/table-keys.ts'
import { put, update } from '#functions/data/writes.ts'
import { createSeededRandom } from '#infra/local/demo/day-plan.ts'
import * as searchAndDay from '#shared/api/search-and-day.ts'
import { updateUser } from '#shared/api/users.ts'
import { deliveryStatuses } from '#shared/model/delivery-statuses.ts'
import { addDays } from '#shared/rules/dates.ts'
import { defaultTimeRanges } from '#shared/rules/time-ranges.ts'
import { aDelivery } from '#tests/support/builders.ts'
import { howMany } from '#tests/support/how-many.ts'
import { itemOf } from '#tests/support/item-of.ts'
import { plainDelivery } from '#tests/support/plain-delivery.ts'
import { app, test } from '#tests/support/product-test.ts'
import type { Organisation } from '#tests/support/test-app.ts'
import { type ReadCounts, watchReads } from '#tests/support/watch-reads.ts'

let watch: { take(): ReadCounts }
test.beforeAll(async () => {
  watch = watchReads(app.services.table.client)
})

/** Creates a pharmacy in New York, whose clocks are five hours behind UTC in winter. */
async function aPharmacyInNewYork(): Promise<Organisation> {
  const pharmacy = await app.createPharmacy()
  const time_zone = 'America/New_York'
  await app.table.write(update(keysOf(pharmacy.tenant.id).tenant, { set: { time_zone } }))
  return pharmacy
}

const read = async ({ admin }: Organisation, date?: string) =>
  app.call(searchAndDay.readDay, { as: admin, ...(date && { query: { date } }) })

/** Puts randomly chosen deliveries of one day into the table. */
async function aRandomDay({ tenant }: Organisation, date: string, seed: number, count: number) {
  const next = createSeededRandom(Math.imul(seed, 2_654_435_761) >>> 0)
  const pick = <T>(of: readonly T[]): T => of[Math.floor(next() * of.length)] as T
  const rows = Array.from({ length: count }, (): StoredDelivery => {
    const status = pick(deliveryStatuses)
    const has = !['pending', 'unassigned'].includes(status)
    return {
      ...plainDelivery(date),
      status,
      delivery_date: date,
      time_range: pick(defaultTimeRanges).value,
      pharmacist_id: has ? crypto.randomUUID() : null,
      pharmacist_name: has ? 'Dora Driver' : null,
      collect_copay: next() < 0.5,
      total_copay: Math.floor(next() * 5000),
      amount: status === 'delivered' ? Math.floor(next() * 5000) : null,
    }
  })
  const keys = keysOf(tenant.id)
  const { client, inUse } = app.table
  const name = await inUse.forWriting()
  for (let i = 0; i < rows.length; i += 25) {
    const requests = rows
      .slice(i, i + 25)
      .map((row) => ({ PutRequest: { Item: itemOf(put(keys.delivery(row.id), row)) } }))
    await client.send(new BatchWriteCommand({ RequestItems: { [name]: requests } }))
  }
  return rows
}

const open = ['pending', 'unassigned', 'assigned', 'in_progress']

/** Returns the numbers of a day according to the specification, independent of the code that counts them. */
function truth(rows: readonly StoredDelivery[], { hour, isToday }: { hour: number; isToday: boolean }) {
  const cents = (of: readonly number[]) => of.reduce((sum, one) => sum + one, 0) / 100
  const isLate = ({ status, time_range }: StoredDelivery) =>
    open.includes(status) && (!isToday || Number(time_range.slice(6, 8)) <= hour)
  const due = rows.filter(({ status, collect_copay }) => collect_copay && status !== 'cancelled')
  const number = (isOne: (row: StoredDelivery) => boolean) => rows.filter(isOne).length
  return {
    counts: Object.fromEntries(deliveryStatuses.map((status) => [status, number((row) => row.status === status)])),
    late: number(isLate),
    expected: cents(due.map(({ total_copay }) => total_copay)),
    collected: cents(rows.map(({ amount }) => amount ?? 0)),
    to_collect: cents(due.filter(({ status }) => open.includes(status)).map(({ total_copay }) => total_copay)),
    slots: ['09:00-12:00', '12:00-15:00', '15:00-18:00', '18:00-21:00'].map((time_range) => {
      const of = (...statuses: string[]) =>
        number((row) => row.time_range === time_range && statuses.includes(row.status))
      return {
        time_range,
        to_do: of('pending', 'unassigned', 'assigned'),
        out: of('in_progress'),
        delivered: of('delivered'),
        failed: of('failed'),
        late: number((row) => row.time_range === time_range && isLate(row)),
      }
    }),
  }
}

describe('the summary of a day', () => {
  test('counts correctly at every hour of that day and on the next day', async () => {
    for (let seed = 1; seed <= howMany({ quick: 1, proof: 40 }); seed++) {
      const pharmacy = await aPharmacyInNewYork()
      const date = '2026-11-20'
      // The product's figures come from one read of the day, which covers at most 500 deliveries.
      const rows = await aRandomDay(pharmacy, date, seed, Math.min(10 + seed * 40, 500))
      for (const hour of [8, 11, 12, 15, 20, 21]) {
        app.clock.now = new Date(Date.parse(`${date}T00:00:00Z`) + (hour + 5) * 3_600_000)
        const answer = await read(pharmacy)
        expect(answer.status).toBe(200)
        const { attention: _, drivers: _names, ...counted } = answer.body
        expect([seed, hour, counted]).toEqual([seed, hour, { date, ...truth(rows, { hour, isToday: true }) }])
      }
      app.clock.now = new Date(`${addDays(date, 1)}T15:00:00Z`)
      const { attention: _, drivers: _names, ...later } = (await read(pharmacy, date)).body
      expect(later).toEqual({ date, ...truth(rows, { hour: 10, isToday: false }) })
      app.clock.now = new Date()
    }
  })

  test('is for the organization’s today if no day is given', async () => {
    const pharmacy = await aPharmacyInNewYork()
    app.clock.now = new Date('2026-11-21T03:00:00Z')
    expect((await read(pharmacy)).body.date).toBe('2026-11-20')
    expect((await read(pharmacy, '2026-12-24')).body).toMatchObject({ date: '2026-12-24', late: 0, expected: 0 })
    expect((await read(pharmacy, '2026-02-30')).status).toBe(422)
    app.clock.now = new Date()
  })

  test('names the drivers who are out, with phone number and packages', async () => {
    const pharmacy = await app.createPharmacy()
    const { admin, driver } = pharmacy
    const { id } = driver.user
    const phone = '(312) 555-0134'
    expect(await app.call(updateUser, { as: admin, params: { id }, body: { phone } })).toMatchObject({ status: 200 })
    expect((await read(pharmacy)).body.drivers).toEqual([])
    for (const status of ['in_progress', 'in_progress', 'assigned'] as const) await aDelivery(app, pharmacy, { status })
    expect((await read(pharmacy)).body.drivers).toEqual([{ id, full_name: driver.user.full_name, phone, out: 2 }])
  })

  test('excludes other organizations', async () => {
    const [pharmacy, other] = [await app.createPharmacy(), await app.createPharmacy()]
    await aRandomDay(other, '2026-11-20', 9, 50)
    const { counts } = (await read(pharmacy, '2026-11-20')).body
    expect(Object.values(counts)).toEqual([0, 0, 0, 0, 0, 0, 0])
  })

  test('reads 500 deliveries once, and open and failed ones once more for return dates', {
    tags: ['proof'],
  }, async () => {
    const pharmacy = await app.createPharmacy()
    const date = '2026-12-01'
    await aRandomDay(pharmacy, date, 3, 500)
    watch.take()
    const { counts } = (await read(pharmacy, date)).body
    expect(Object.values<number>(counts).reduce((sum, one) => sum + one)).toBe(500)
    const { items } = watch.take()
    const { delivered, cancelled, ...waiting } = counts
    const again = Object.values<number>(waiting).reduce((sum, one) => sum + one)
    expect([items, items <= 500 + again + 20]).toEqual([items, true])
  })
})
