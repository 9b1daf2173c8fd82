import { describe, expect } from 'vitest'
import * as z from 'zod/mini'
import type { StoredDelivery } from '#functions/data/entities/delivery.ts'
import { sealCursor } from '#functions/security/cursor.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import type { DeliveryRow } from '#shared/model/delivery-row.ts'
import { addDays, utcDate } from '#shared/rules/dates.ts'
import { aDelivery } from '#tests/support/builders.ts'
import { expectedIds, fillTenant } from '#tests/support/filled-tenant.ts'
import { app, test } from '#tests/support/product-test.ts'
import type { Organisation, Person } from '#tests/support/test-app.ts'

let pharmacy: Organisation
let other: Organisation
let rows: StoredDelivery[]
let today: string
test.beforeAll(async () => {
  // The clock starts ten minutes before midnight (UTC), so that a test can pass midnight before its tokens expire.
  app.clock.now = new Date(`${utcDate(new Date())}T23:50:00Z`)
  today = utcDate(app.clock.now)
  pharmacy = await app.createPharmacy()
  other = await app.createPharmacy()
  rows = (await fillTenant(app, { organisation: pharmacy, today, count: 900, seed: 3, ofToday: 540 })).rows
  await fillTenant(app, { organisation: other, today, count: 100, seed: 4, ofToday: 60 })
})

const list = (query: Record<string, string | number>, as: Person = pharmacy.driver) =>
  app.call(deliveries.listDeliveries, { as, query })
const ids = (body: DeliveryRow[]) => body.map(({ id }) => id)
const linkOf = (headers: Headers) => /^<([^>]+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1]
const cursorOf = (headers: Headers) =>
  new URL(linkOf(headers) ?? '', 'http://localhost').searchParams.get('cursor') ?? ''

/** Follows the links to the next page exactly as they are, to the end of the list. Returns the ids of all pages. */
async function follow(query: Record<string, string | number>, between = () => {}) {
  const shown: string[] = []
  let page = await list(query)
  for (;;) {
    expect(page.status).toBe(200)
    shown.push(...ids(page.body))
    const next = linkOf(page.headers)
    if (!next) return shown
    between()
    page = await app.fetchPath('GET', next, { as: pharmacy.driver })
  }
}

describe('the next links of a list', () => {
  test.each([
    { view: 'current', limit: 50 },
    { view: 'past', status: 'delivered, cancelled', limit: 30 },
    { status: 'unassigned ,assigned', pharmacist_id: 'null', limit: 7 },
    { delivery_date: 'today', limit: 100 },
  ])('lead through all of its pages for %j', async (filters) => {
    const query = { ...filters, ...(filters.delivery_date && { delivery_date: today }), today }
    expect(await follow(query)).toEqual(expectedIds(rows, query, today))
  })

  test('keep the filters, and the last page has no link', async () => {
    const query = { view: 'past', status: 'failed, cancelled', pharmacist_id: pharmacy.driver.user.id, limit: 5 }
    const { headers } = await list(query)
    const link = new URL(linkOf(headers) ?? '', 'http://localhost')
    expect(link.pathname).toBe('/api/deliveries')
    expect(Object.fromEntries(link.searchParams)).toMatchObject({ ...query, limit: '5' })
    expect((await list({ ...query, limit: 200 })).headers.get('link')).toBe(null)
  })

  test('lead through the same list if midnight passes between two pages', async () => {
    const before = app.clock.now
    const shown = await follow({ view: 'current', limit: 200 }, () => {
      app.clock.now = new Date(`${addDays(today, 1)}T00:01:00Z`)
    })
    expect(utcDate(app.clock.now)).not.toBe(today)
    app.clock.now = before
    expect(shown).toEqual(expectedIds(rows, { view: 'current' }, today))
  })
})

describe('the page size', () => {
  const past = { view: 'past', status: 'delivered' }
  test('is 50 by default and at most 200', async () => {
    expect((await list(past)).body).toHaveLength(50)
    expect((await list({ ...past, limit: 3 })).body).toHaveLength(3)
    for (const limit of [200, 201, 500, 99_999]) expect((await list({ ...past, limit })).body).toHaveLength(200)
  })
  test.each(['0', '-1', '1.5', 'many', ''])('%j is rejected', async (limit) => {
    expect(await list({ limit })).toMatchObject({ status: 422, body: { detail: [{ loc: ['query', 'limit'] }] } })
  })
  test('is up to 500 rows for one day without a limit', async () => {
    const expected = expectedIds(rows, { delivery_date: today }, today)
    expect(expected.length).toBeGreaterThan(500)
    const first = await list({ delivery_date: today })
    expect(ids(first.body)).toEqual(expected.slice(0, 500))
    expect(await follow({ delivery_date: today })).toEqual(expected)
    const current = { view: 'current', status: 'unassigned, in_progress, assigned', delivery_date: today, today }
    const whole = await list(current)
    expect([ids(whole.body), whole.headers.get('link')]).toEqual([expectedIds(rows, current, today), null])
  })
})

test('a row has exactly the columns of the list, with money in dollars', async () => {
  const { body } = await list({ limit: 1 })
  expect(Object.keys(body[0])).toEqual([
    ...['id', 'external_id', 'version', 'status', 'delivery_date', 'time_range', 'patient_id', 'patient_name', 'phone'],
    ...['delivery_address', 'apt_suite_building', 'city', 'state', 'zip_code', 'pharmacist_id', 'pharmacist_name'],
    ...[
      'total_copay',
      'collect_copay',
      'refrigerated',
      'total_price',
      'rx_count',
      'sku_count',
      'completed_at',
      'asked',
    ],
    ...['recorded_by_mistake', 'return_by', 'return_state'],
  ])
  expect(body[0]).toMatchObject({ total_copay: 10.1, total_price: 0.6, phone: '(555) 010-0142' })
})

describe('a cursor', () => {
  const query = { view: 'past', limit: 10 }
  const unusable = { status: 422, body: { detail: [{ loc: ['query', 'cursor'], msg: 'Invalid cursor' }] } }

  test('from another tenant is rejected', async () => {
    const cursor = cursorOf((await list(query, other.driver)).headers)
    expect(await list({ ...query, cursor }, other.driver)).toMatchObject({ status: 200 })
    expect(await list({ ...query, cursor })).toMatchObject(unusable)
  })
  test.each([{ view: 'current' }, { status: 'delivered' }, { pharmacist_id: 'null' }, { delivery_date: '2026-01-01' }])(
    'from filters other than %j is rejected',
    async (changed) => {
      const cursor = cursorOf((await list(query)).headers)
      expect(await list({ ...query, ...changed, cursor })).toMatchObject(unusable)
    },
  )
  test('from the list of all patients is rejected for the list of one patient', async () => {
    const cursor = cursorOf((await list({ limit: 10 })).headers)
    expect(await list({ limit: 10, patient_id: 'p', cursor })).toMatchObject(unusable)
  })
  test('may be used with another page size', async () => {
    const first = await list(query)
    const second = await list({ ...query, limit: 25, cursor: cursorOf(first.headers) })
    expect(ids(first.body).filter((id) => ids(second.body).includes(id))).toEqual([])
  })
  test('that was changed, cut off or made up is rejected', async () => {
    const cursor = cursorOf((await list(query)).headers)
    const dot = cursor.indexOf('.')
    const madeUp = [
      cursor.slice(0, -1),
      `${cursor}AAAA`,
      `${cursor.slice(0, dot + 3)}${cursor[dot + 3] === 'A' ? 'B' : 'A'}${cursor.slice(dot + 4)}`,
      cursor.slice(dot + 1),
      `other${cursor.slice(dot)}`,
      `.${cursor.slice(dot + 1)}`,
      cursor.slice(0, dot + 1),
      'garbage',
      '{"after":""}',
      '🙂',
    ]
    for (const made of madeUp) expect([made, await list({ ...query, cursor: made })]).toMatchObject([made, unusable])
    expect(await list({ ...query, cursor: 'x'.repeat(2001) })).toMatchObject(unusable)
    expect(await list({ ...query, cursor: '' })).toMatchObject({ status: 422 })
  })
  test('from the patient list is rejected', async () => {
    const scope = { tenantId: pharmacy.tenant.id, list: 'patients', filters: [], position: () => z.string() }
    const cursor = await sealCursor(app.services.keys, scope, 'a')
    expect(await list({ ...query, cursor })).toMatchObject(unusable)
  })
})

test.each([
  [{ status: 'done' }, 'status', 'Unknown status'],
  [{ status: 'assigned,,x' }, 'status', 'Unknown status'],
  [{ status: ' ' }, 'status', 'Unknown status'],
  [{ view: 'future' }, 'view', 'Must be current, past or attention or, for one patient, upcoming or earlier'],
  [{ delivery_date: '2026-02-30' }, 'delivery_date', 'Invalid date'],
  [{ today: 'now' }, 'today', 'Invalid date'],
  [{ patient_id: 'p', status: 'delivered' }, 'status', 'Cannot be combined with patient_id'],
  [{ patient_id: 'p', pharmacist_id: 'null' }, 'pharmacist_id', 'Cannot be combined with patient_id'],
  [{ patient_id: 'p', view: 'past' }, 'view', 'Cannot be combined with patient_id'],
])('%j is rejected', async (query, field, msg) => {
  const { status, body } = await list(query)
  expect([status, body.detail[0]]).toMatchObject([422, { loc: expect.arrayContaining(['query', field]), msg }])
})

test('a delivery moves at once to the list of its new status', async () => {
  const { id } = await aDelivery(app, other, { status: 'assigned' })
  const shown = async (status: string) => {
    const pharmacist_id = other.driver.user.id
    return ids((await list({ pharmacist_id, status, limit: 200 }, other.driver)).body).filter((listed) => listed === id)
  }
  expect([await shown('assigned'), await shown('in_progress')]).toEqual([[id], []])
  const body = { status: 'in_progress' }
  await app.call(deliveries.changeStatus, { as: other.driver, params: { id }, body })
  expect([await shown('assigned'), await shown('in_progress')]).toEqual([[], [id]])
})

test('no row is lost when a query stops early, as DynamoDB queries do at one megabyte', async () => {
  const { middlewareStack } = app.services.table.client
  middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args)
      const { output } = result
      if ('Items' in output && Array.isArray(output.Items) && output.Items.length > 40)
        Object.assign(output, { Items: output.Items.slice(0, 40), LastEvaluatedKey: {} })
      return result
    },
    { step: 'initialize', name: 'endEarly' },
  )
  for (const query of [{ delivery_date: today }, { view: 'past', limit: 200 }, { view: 'current', limit: 50 }])
    expect(await follow(query)).toEqual(expectedIds(rows, query, today))
  middlewareStack.remove('endEarly')
})
