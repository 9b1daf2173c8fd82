import { describe, expect } from 'vitest'
import * as activity from '#shared/api/activity.ts'
import * as proofs from '#shared/api/proofs.ts'
import type { AuditRecord } from '#shared/model/audit.ts'
import { addDays, utcDate } from '#shared/rules/dates.ts'
import { aDelivery, complete, completionData } from '#tests/support/builders.ts'
import { passSeconds, seconds } from '#tests/support/clock.ts'
import { app, test } from '#tests/support/product-test.ts'
import type { Organisation } from '#tests/support/test-app.ts'
import { watchReads } from '#tests/support/watch-reads.ts'

let pharmacy: Organisation
test.beforeEach(async () => {
  app.clock.now = new Date('2026-03-10T15:00:00Z')
  pharmacy = await app.createPharmacy()
})

const rows = (...numbers: string[]) => numbers.map((rx_number) => ({ rx_number }))
async function delivered(rx_information: object[], data: object = {}) {
  const { id } = await aDelivery(app, pharmacy, { status: 'in_progress', rx_information })
  const { status } = await complete(app, pharmacy.driver, id, { data: { ...completionData, ...data } })
  expect(status).toBe(200)
  return id
}
/** Moves the clock on by days, and signs people in again, because their sessions end meanwhile. */
async function passDays(days: number) {
  passSeconds(app, days * seconds.day)
  const { admin, driver } = pharmacy
  pharmacy = { ...pharmacy, admin: await app.signIn(admin.user), driver: await app.signIn(driver.user) }
}
const ask = (body: object, query = {}, as = pharmacy.admin) => app.call(proofs.readAuditRecords, { as, body, query })
const records = async (body: object): Promise<AuditRecord[]> => (await ask(body)).body
const found = async (body: object) =>
  (await records(body)).map((record) => [record.found, ...record.deliveries.map(({ id }) => id)])
const today = () => utcDate(app.clock.now)

describe('the search for a prescription', () => {
  test('finds it by number in any spelling, in the order requested', async () => {
    const one = await delivered(rows('0012-34a'))
    const two = await delivered(rows('RX 777'))
    const spellings = ['0012-34a', '12-34A', '  0000012-34A ', '12 - 34a', '00 12-34a']
    expect(await found({ rx: rows('rx777', ...spellings, '0777') })).toEqual([
      ['one', two],
      ...spellings.map(() => ['one', one]),
      ['none'],
    ])
  })

  test('finds each of its deliveries, newest first', async () => {
    const ids: string[] = []
    for (let i = 0; i < 3; i++) {
      ids.unshift(await delivered(rows('555-1')))
      await passDays(1)
    }
    expect(await found({ rx: rows('555-1') })).toEqual([['several', ...ids]])
  })

  test('can be narrowed by fill date, RX date or local delivery date', async () => {
    const fills = ['2026-02-01', '2026-03-01']
    const ids: string[] = []
    for (const fill_date of fills) {
      ids.push(await delivered([{ rx_number: '9001', rx_date: '2026-01-15', fill_date, fill_number: 1 }]))
      passSeconds(app, seconds.minute)
    }
    const on = (date: string) => found({ rx: [{ rx_number: '9001', date }] })
    expect(await on('2026-02-01')).toEqual([['one', ids[0]]])
    expect(await on('2026-03-01')).toEqual([['one', ids[1]]])
    expect(await on('2026-01-15')).toEqual([['several', ...ids.toReversed()]])
    expect(await on(today())).toEqual([['several', ...ids.toReversed()]])
    expect(await on('2026-01-16')).toEqual([['none']])
  })

  test('finds a corrected prescription by its right and its wrong number', async () => {
    const id = await delivered(rows('1000', '2000'))
    const body = { field: 'rx_information.0.rx_number', value: '1001', reason: 'Typed in haste' }
    await app.call(proofs.correctDelivery, { as: pharmacy.admin, params: { id }, body })
    for (const number of ['1000', '1001']) {
      const [record] = await records({ rx: rows(number) })
      expect(record).toMatchObject({
        found: 'one',
        deliveries: [{ id, rx_information: [{ row: 0, rx_number: '1001' }] }],
      })
      expect(record?.deliveries[0]?.rx_information).toHaveLength(1)
    }
  })

  test('finds delivered prescriptions only', async () => {
    for (const status of ['unassigned', 'in_progress', 'cancelled', 'failed'] as const)
      await aDelivery(app, pharmacy, { status, rx_information: [{ rx_number: '3000' }] })
    expect(await found({ rx: rows('3000') })).toEqual([['none']])
  })

  test('names open, failed and cancelled deliveries with their state and day', async () => {
    const { id, delivery_date } = await aDelivery(app, pharmacy, {
      status: 'in_progress',
      rx_information: [{ rx_number: '3001' }],
    })
    const answer = await app.call(proofs.readAuditRecords, { as: pharmacy.admin, body: { rx: rows('3001', '3002') } })
    expect(answer.body).toMatchObject([
      { found: 'none', deliveries: [], undelivered: [{ id, status: 'in_progress', delivery_date }] },
      { found: 'none', undelivered: [] },
    ])
  })

  test('covers only the caller’s organization', async () => {
    await delivered(rows('4000'))
    const other = await app.createPharmacy()
    expect((await ask({ rx: rows('4000') }, {}, other.admin)).body).toMatchObject([{ found: 'none', deliveries: [] }])
  })

  test('needs one query, however large the table is', { tags: ['proof'] }, async () => {
    const id = await delivered(rows('6000'))
    const reads = watchReads(app.services.table.client)
    const asking = async () => {
      reads.take()
      await records({ rx: rows('6000') })
      return reads.take()
    }
    const before = await asking()
    for (let i = 0; i < 12; i++) await delivered(rows(`6000${i}`, `7${i}`))
    // Each request also reads the delivery's recent events, to find the newest hash of its history. The first request has left an
    // event there, so the second one reads one item more.
    expect(await asking()).toEqual({ ...before, items: before.items + 1 })
    expect(await found({ rx: rows('6000') })).toEqual([['one', id]])
  })
})

test('a proof shows only the prescriptions that were searched for and their missing fields', async () => {
  const named = { rx_number: 'RX-8001', fill_date: '2026-03-01', fill_number: 0 }
  const id = await delivered([named, { rx_number: 'RX-8002' }], { signer_name: 'Ana', signer_relationship: 'patient' })
  const body = { field: 'rx_information.1.fill_number', value: 4, reason: 'Misread' }
  await app.call(proofs.correctDelivery, { as: pharmacy.admin, params: { id }, body })
  const [one, other] = await records({ rx: rows('RX-8001', 'RX-8002') })
  expect(one?.deliveries).toMatchObject([{ rx_information: [{ row: 0, ...named }], missing: [], corrections: [] }])
  expect(JSON.stringify(one)).not.toContain('RX-8002')
  expect(other?.deliveries).toMatchObject([
    { rx_information: [{ row: 1, rx_number: 'RX-8002', fill_number: 4 }], missing: ['fill_date'], chain_ok: true },
  ])
})

describe('a date range', () => {
  test('lists every prescription delivered in it, newest first', async () => {
    const days: string[] = []
    const ids: string[] = []
    for (let i = 0; i < 3; i++) {
      days.unshift(today())
      ids.unshift(await delivered(rows(`11${i}-1`, `11${i}-2`)))
      await passDays(12)
    }
    const [last = '', middle = '', first = ''] = days
    const entries = await records({ from: addDays(last, -30), to: last })
    expect(entries.map(({ rx_number, date }) => `${rx_number} ${date}`)).toEqual([
      ...[`112-1 ${last}`, `112-2 ${last}`, `111-1 ${middle}`, `111-2 ${middle}`, `110-1 ${first}`, `110-2 ${first}`],
    ])
    expect(
      entries.map(({ deliveries }) => deliveries.map(({ id, rx_information }) => [id, rx_information.length])),
    ).toEqual(ids.flatMap((id) => [[[id, 1]], [[id, 1]]]))
    expect(await found({ from: middle, to: middle })).toEqual([
      ['one', ids[1]],
      ['one', ids[1]],
    ])
    expect(await found({ from: addDays(last, 1), to: addDays(last, 9) })).toEqual([])
  })

  test('may span three months', async () => {
    app.clock.now = new Date('2026-01-31T15:00:00Z')
    await passDays(0)
    const ids: string[] = []
    for (const days of [0, 28, 1]) {
      await passDays(days)
      ids.unshift(await delivered(rows('12-1')))
    }
    expect(today()).toBe('2026-03-01')
    expect(await found({ from: '2026-01-31', to: '2026-03-02' })).toEqual(ids.map((id) => ['one', id]))
  })
})

describe('many records', () => {
  test('are paged, and each page takes the same request body', { tags: ['proof'] }, async () => {
    const id = await delivered(rows(...Array.from({ length: 90 }, (_, i) => `20${i}-x`)))
    // Each record contains the whole history, so long notes leave room for only a few records on a page.
    for (let i = 0; i < 20; i++) {
      const body = { field: 'delivery_notes', value: `${i} ${'long '.repeat(390)}`, reason: 'x'.repeat(1900) }
      await app.call(proofs.correctDelivery, { as: pharmacy.admin, params: { id }, body })
    }
    for (const body of [
      { rx: rows(...Array.from({ length: 90 }, (_, i) => `20${i}-x`)) },
      { from: today(), to: today() },
    ]) {
      const all: AuditRecord[] = []
      let pages = 0
      for (let query: object | undefined = {}; query; pages++) {
        const answer = await ask(body, query)
        expect(answer.status).toBe(200)
        expect(answer.text.length).toBeLessThan(5_500_000)
        all.push(...answer.body)
        const next = /cursor=([^&>]+)/.exec(answer.headers.get('link') ?? '')?.[1]
        query = next ? { cursor: decodeURIComponent(next) } : undefined
      }
      expect(all.map(({ rx_number }) => rx_number)).toEqual(Array.from({ length: 90 }, (_, i) => `20${i}-x`))
      expect(pages).toBeGreaterThan(1)
    }
  })

  test('reject a cursor from another request', async () => {
    const answer = await ask({ rx: rows('1') }, { cursor: 'k1.abcdefabcdefabcdef' })
    expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ['query', 'cursor'] }] } })
  })
})

test.each([
  [{}, 'rx', 'Send rx, or from and to'],
  [{ from: '2026-03-01' }, 'rx', 'Send rx, or from and to'],
  [{ rx: [{ rx_number: '1234' }], from: '2026-03-01', to: '2026-03-02' }, 'rx', 'Send rx, or from and to'],
  [{ rx: [] }, 'rx', 'Enter at least one prescription'],
  [{ rx: Array(201).fill({ rx_number: '1234' }) }, 'rx', 'Must be at most 200 prescriptions'],
  [{ from: '2026-03-02', to: '2026-03-01' }, 'to', 'Must not be before the first day'],
  [{ from: '2026-03-01', to: '2026-04-01' }, 'to', 'Must be at most 31 days'],
  [{ from: '2026-02-30', to: '2026-03-01' }, 'from', 'Invalid date'],
  [{ from: 'x', to: '2026-03-01' }, 'from', 'Invalid date'],
  [{ from: '2026-03-01', to: '9999-99-99' }, 'to', 'Invalid date'],
])('%j is rejected', async (body, field, msg) => {
  const answer = await ask(body)
  expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', field], msg }] } })
})

test('up to 200 numbers or 31 days are accepted', { tags: ['proof'] }, async () => {
  expect((await ask({ rx: rows(...Array.from({ length: 200 }, (_, i) => `${1000 + i}`)) })).body).toHaveLength(200)
  expect((await ask({ from: '2026-03-01', to: '2026-03-31' })).status).toBe(200)
})

test('each call is logged as one event with its numbers or days', async () => {
  await delivered(rows('1234'))
  await records({ rx: rows('1234', '5678') })
  await records({ from: '2026-03-01', to: '2026-03-31' })
  const { body } = await app.call(activity.listActivity, { as: pharmacy.admin, query: { action: 'audit.packet' } })
  expect(new Set(body.map(({ query }: { query: object }) => JSON.stringify(query)))).toEqual(
    new Set([JSON.stringify({ rx: ['1234', '5678'] }), JSON.stringify({ from: '2026-03-01', to: '2026-03-31' })]),
  )
})

test('a packet is in the activity of its deliveries and patients, and once in the log', async () => {
  const id = await delivered(rows('77-1'))
  const ask = async (query: object) => {
    const action = 'audit.packet'
    return (await app.call(activity.listActivity, { as: pharmacy.admin, query: { action, ...query } })).body
  }
  const before = (await ask({})).length
  expect(await found({ rx: rows('77-1') })).toEqual([['one', id]])
  expect(await ask({})).toHaveLength(before + 1)
  const ofDelivery = await ask({ subject_id: id })
  expect(ofDelivery).toMatchObject([{ action: 'audit.packet', subject: { type: 'delivery', id } }])
  expect(ofDelivery[0]).not.toHaveProperty('query')
  expect(await ask({ patient_id: ofDelivery[0].patient_id })).toContainEqual(ofDelivery[0])
})
