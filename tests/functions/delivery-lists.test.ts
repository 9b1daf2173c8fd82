import { describe, expect } from 'vitest'
import type { StoredDelivery } from '#functions/data/entities/delivery.ts'
import { runInTenant } from '#functions/data/scope.ts'
import { keysOf } from '#functions/data/table-keys.ts'
import { listDeliveries as operation } from '#functions/deliveries/list-deliveries.ts'
import { deliveryListStreams } from '#functions/deliveries/plan-list.ts'
import { newStoredAccount } from '#infra/local/demo/create-tenant.ts'
import { listDeliveries } from '#shared/api/deliveries.ts'
import { addDays, utcDate } from '#shared/rules/dates.ts'
import { expectedIds, fillTenant } from '#tests/support/filled-tenant.ts'
import { howMany, sampleUnlessProof } from '#tests/support/how-many.ts'
import { app, test } from '#tests/support/product-test.ts'
import type { Organisation } from '#tests/support/test-app.ts'
import { type ReadCounts, watchReads } from '#tests/support/watch-reads.ts'

/**
 * A tenant with its deliveries. The table contains one with many deliveries and one with 120, because a list of one tenant must
 * never show a delivery of the other.
 */
interface Filled {
  organisation: Organisation
  rows: StoredDelivery[]
  patients: string[]
}
let large: Filled
let small: Filled
let today: string
let watch: { take(): ReadCounts }
test.beforeAll(async () => {
  today = utcDate(app.clock.now)
  const filled = async (count: number, ofToday: number): Promise<Filled> => {
    const organisation = await app.createPharmacy()
    return { organisation, ...(await fillTenant(app, { organisation, today, count, seed: count, ofToday })) }
  }
  large = await filled(howMany({ quick: 400, proof: 2000 }), 60)
  small = await filled(120, 20)
  watch = watchReads(app.services.table.client)
})

/** Follows the cursors of a list to its end by calling the operation directly. Returns the pages, and what each of them read. */
async function walk({ organisation }: Filled, filters: Record<string, string | undefined>) {
  const { tenant, admin } = organisation
  const caller = {
    user: admin.user,
    account: newStoredAccount(admin.user, admin.user.account_id ?? ''),
    tenant,
    roles: [],
    permissions: new Set<string>(),
    keys: keysOf(tenant.id),
    sessionId: '',
    signedInAt: '',
    device: 'A browser',
    address: '',
  }
  const nothing = {
    params: {},
    body: undefined,
    version: undefined,
    photo: undefined,
    idempotency: undefined,
    confirmIf: undefined,
  }
  // Only the reads are counted here, so no events are written.
  const leave = async () => undefined
  const activity = { record: leave, deny: leave, eventsFor: () => [], elsewhere: () => activity }
  const pages: string[][] = []
  const reads: ReadCounts[] = []
  watch.take()
  for (let cursor: string | undefined, first = true; first || cursor; first = false) {
    const sent = Object.entries({ ...filters, cursor }).filter(([, value]) => value !== undefined)
    const query = listDeliveries.query().parse(Object.fromEntries(sent))
    const { items, next } = await runInTenant(tenant.id, () =>
      operation({ ...nothing, query, caller, activity }, app.services),
    )
    pages.push(items.map(({ id }) => id))
    reads.push(watch.take())
    cursor = next
  }
  const { status, pharmacist_id, delivery_date } = listDeliveries.query().parse(withoutUndefined(filters))
  const view = filters.view === 'current' || filters.view === 'past' ? filters.view : undefined
  const { length } = deliveryListStreams({ status, pharmacist_id, delivery_date, view }, caller.keys, today)
  return { pages, reads, streams: length }
}

const withoutUndefined = (fields: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

async function expectWhole(filled: Filled, filters: Record<string, string | undefined>) {
  const { pages, reads, streams } = await walk(filled, { today, ...filters })
  const shown = pages.flat()
  expect([filters, shown]).toEqual([filters, expectedIds(filled.rows, filters, today)])
  if (shown.length > 0) expect(pages.filter((page) => page.length === 0)).toEqual([])

  const limit = filters.limit ? Math.min(Number(filters.limit), 200) : filters.delivery_date ? 250 : 50
  expect(Math.max(...pages.map((page) => page.length))).toBeLessThanOrEqual(limit * 2)

  // A list is merged from several index queries, called streams. On each page, every stream reads one extra row to find out whether
  // more follow, and the stream that is read first, which is a guess, reads one more. If that stream runs out, the others read too
  // far: by at most a fifth of all rows, and in a short list by at most one page.
  const items = reads.reduce((sum, read) => sum + read.items, 0)
  const bound = shown.length * 1.2 + pages.length * (streams + 1) + limit
  expect([filters, items - bound]).toEqual([filters, Math.min(items - bound, 0)])
  expect(Math.max(...reads.map(({ roundTrips }) => roundTrips))).toBeLessThanOrEqual(2)
  expect(new Set(reads.flatMap(({ commands }) => commands)).isSubsetOf(new Set(['QueryCommand']))).toBe(true)
}

const views = [undefined, 'current', 'past']
const statuses = [
  undefined,
  'unassigned, in_progress, assigned, delivered, cancelled',
  'pending',
  'delivered',
  'failed',
  'pending,unassigned',
  'delivered , cancelled',
]

describe.each(views)('the view %s', (view) => {
  test.each(statuses)(
    'returns every delivery with the statuses %s, in order and without extra reads',
    async (status) => {
      const filterSets = [undefined, large.organisation.driver.user.id, 'null'].flatMap((pharmacist_id) =>
        [undefined, today, addDays(today, -5)].flatMap((delivery_date) =>
          (delivery_date ? [undefined, '7'] : ['50', '500']).map((limit) => ({ pharmacist_id, delivery_date, limit })),
        ),
      )
      // In `npm test`, each combination of status and view tests a sixth of the queries, and the next combination another sixth.
      const turn = statuses.indexOf(status) + views.indexOf(view)
      for (const one of sampleUnlessProof(filterSets, turn, 6)) await expectWhole(large, { view, status, ...one })
    },
  )

  test.each(sampleUnlessProof(statuses, views.indexOf(view), 3))(
    'returns the same rows in small pages for the statuses %s',
    async (status) => {
      for (const pharmacist_id of [undefined, small.organisation.driver.user.id, 'null']) {
        for (const limit of ['1', '7']) await expectWhole(small, { view, status, pharmacist_id, limit })
      }
    },
  )
})

test('a range of days lists its past deliveries, also without a first or last day', async () => {
  const [first, last] = [addDays(today, -6), addDays(today, -2)]
  for (const [from, to] of [
    [first, last],
    [first, undefined],
    [undefined, last],
    [last, first],
  ]) {
    const inRange = large.rows.filter(
      ({ delivery_date }) => (!from || delivery_date >= from) && (!to || delivery_date <= to),
    )
    const { pages } = await walk(large, { view: 'past', from, to, limit: '200' })
    expect([from, to, pages.flat()]).toEqual([from, to, expectedIds(inRange, { view: 'past' }, today)])
  }
})

test('the deliveries of one patient are listed in order, and no row of another patient is read', async () => {
  const [patient_id = ''] = large.patients
  for (const delivery_date of [undefined, today, addDays(today, -5)]) {
    const filters = { patient_id, delivery_date }
    for (const limit of ['1', '7', '200']) {
      const { pages, reads } = await walk(large, { ...filters, limit })
      expect([filters, pages.flat()]).toEqual([filters, expectedIds(large.rows, filters, today)])
      for (const [i, page] of pages.entries()) {
        expect(page.length).toBeLessThanOrEqual(Number(limit))
        // One key and one row for each delivery, and one more of both to find out whether another page follows.
        expect(reads[i]?.items).toBeLessThanOrEqual(page.length * 2 + 2)
      }
    }
  }
})

test('a patient’s upcoming deliveries are open and not past; all others are earlier, latest first', async () => {
  const open = ['pending', 'unassigned', 'assigned', 'in_progress']
  for (const patient_id of large.patients.slice(0, 5)) {
    const own = large.rows.filter((row) => row.patient_id === patient_id)
    const isUpcoming = ({ status, delivery_date }: StoredDelivery) => open.includes(status) && delivery_date >= today
    const soonestFirst = expectedIds(own, {}, today)
    const upcoming = new Set(own.filter(isUpcoming).map(({ id }) => id))
    const expected = {
      upcoming: soonestFirst.filter((id) => upcoming.has(id)),
      earlier: soonestFirst.filter((id) => !upcoming.has(id)).toReversed(),
    }
    for (const view of ['upcoming', 'earlier'] as const)
      for (const limit of ['1', '20', '200']) {
        const { pages } = await walk(large, { patient_id, view, today, limit })
        expect([view, limit, pages.flat()]).toEqual([view, limit, expected[view]])
        const isFull = (page: string[]) => page.length === Number(limit)
        expect(pages.slice(0, -1).every(isFull)).toBe(true)
        if (expected[view].length > 0) expect(pages.at(-1)).not.toEqual([])
      }
  }
})

test.each([
  [{ view: 'upcoming' }, 'view'],
  [{ view: 'earlier', status: 'failed' }, 'view'],
  [{ view: 'earlier', patient_id: 'p', status: 'failed' }, 'status'],
  [{ view: 'upcoming', patient_id: 'p', delivery_date: '2026-01-01' }, 'delivery_date'],
  [{ view: 'past', patient_id: 'p' }, 'view'],
])('a list of %j is rejected because of its %s', async (query, field) => {
  const answer = await app.call(listDeliveries, { as: large.organisation.admin, query })
  expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ['query', field] }] } })
})

test('a patient of another tenant has no deliveries here', async () => {
  const { pages } = await walk(large, { patient_id: small.patients[0] })
  expect(pages).toEqual([[]])
})

test('a pharmacist of another tenant has no deliveries here', async () => {
  const { pages } = await walk(large, { pharmacist_id: small.organisation.driver.user.id })
  expect(pages).toEqual([[]])
})

test('current and past deliveries are split by the caller’s day, not the server’s', async () => {
  const yesterday = addDays(today, -1)
  const { pages } = await walk(large, { view: 'past', today: yesterday, limit: '200' })
  expect(pages.flat()).toEqual(expectedIds(large.rows, { view: 'past' }, yesterday))
})
