import { gunzipSync, gzipSync } from 'node:zlib'
import { expect } from 'vitest'
import type { StoredEvent } from '#functions/data/entities/event.ts'
import { keysOf } from '#functions/data/table-keys.ts'
import { put, remove } from '#functions/data/writes.ts'
import { copyEvents } from '#functions/events/copy-events.ts'
import { eventCopyKey } from '#functions/events/copy-keys.ts'
import { findEnvironment } from '#infra/config.ts'
import { compareEvents } from '#infra/operator/compare-events.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import { utcDate } from '#shared/rules/dates.ts'
import { passSeconds, seconds } from '#tests/support/clock.ts'
import { app, test } from '#tests/support/product-test.ts'
import type { Organisation } from '#tests/support/test-app.ts'
import { fakeAws } from './fake-aws.ts'

let pharmacy: Organisation
let day: string
let events: StoredEvent[]
/** The contents of the bucket for copies of events, by key. The product's own copying has filled it. */
const objects: Record<string, Uint8Array> = {}

test.beforeAll(async () => {
  day = utcDate(app.clock.now)
  pharmacy = await app.createPharmacy()
  for (const as of [pharmacy.admin, pharmacy.driver, pharmacy.pharmacist])
    await app.call(deliveries.listDeliveries, { as, query: {} })
  events = await app.table.queryAll(keysOf(pharmacy.tenant.id).allEvents)
  passSeconds(app, seconds.day)
  const copies = {
    tenantsOf: async () => new Set<string>(),
    keep: async (copied: string, tenantId: string, bytes: Uint8Array) => {
      objects[eventCopyKey(copied, tenantId)] = bytes
    },
  }
  await copyEvents({ ...app.services, copies })
})

const find = (name: string) => {
  const found = findEnvironment(name)
  return found && { ...found, account: '111122223333' }
}
const outputs = { OwnTable: 'table', EventCopies: 'copies' }
const deployed = { stacks: { 'carelane-prod': { status: 'UPDATE_COMPLETE', outputs } }, objects }

/** Runs `npm run check-events` with these responses from AWS. Every table name leads to the table of the test's product. */
async function check(state: Parameters<typeof fakeAws>[0], ...args: string[]) {
  const { openAws, calls } = fakeAws(state)
  const lines: string[] = []
  const hands = { openAws, openTable: () => app.table, say: (sentence: string) => lines.push(sentence) }
  const outcome = await compareEvents(args, hands, find).then(
    () => undefined,
    (error: Error) => error.message,
  )
  return { calls, lines, outcome }
}
const placeOf = (event: StoredEvent) =>
  keysOf(pharmacy.tenant.id).event(event.subject.id ?? `-${event.actor.id}`, event.at, event.id)

test('npm run check-events prints its usage and reads nothing in another account', async () => {
  for (const args of [[], ['prod'], ['prod', 'yesterday'], ['prod', day, 'more']]) {
    const { calls, outcome } = await check(deployed, ...args)
    expect([calls, outcome]).toEqual([[], expect.stringMatching(/^npm run check-events -- \{environment\}/)])
  }
  const strange = await check({ ...deployed, account: '999900001111' }, 'prod', day)
  expect(strange.calls).toEqual(['account'])
  expect((await check({}, 'prod', day)).outcome).toMatch(/^prod is not deployed/)
})

test('unchanged events are reported as unchanged', async () => {
  expect(await check(deployed, 'prod', day)).toMatchObject({
    outcome: undefined,
    lines: [`${events.length} events of ${day} match their copies.`],
  })
  expect(events.length).toBeGreaterThanOrEqual(3)
})

test('overwritten, deleted and added events are listed without their content', async () => {
  const [overwritten, gone] = events
  if (!overwritten || !gone) throw new Error('too few events')
  const late = { ...overwritten, id: crypto.randomUUID() }
  await app.table.write(put(placeOf(overwritten), { ...overwritten, place: 'elsewhere' }))
  await app.table.write(remove(placeOf(gone)))
  await app.table.write(put(placeOf(late), late))
  const { lines, outcome } = await check(deployed, 'prod', day)
  expect(outcome).toBe(`3 events of ${day} differ from their copies.`)
  const about = `Organization ${pharmacy.tenant.id}: the event `
  expect(lines.sort()).toEqual(
    [
      `${about}${overwritten.id} was overwritten: it differs from its copy.`,
      `${about}${gone.id} is gone: only its copy is left.`,
      `${about}${late.id} has no copy: it was written after that day with an earlier time.`,
    ].sort(),
  )
})

test('events of an organization that is no longer listed are also checked', async () => {
  const copied = gunzipSync(objects[eventCopyKey(day, pharmacy.tenant.id)] ?? '')
  const unknown = crypto.randomUUID()
  const more = { ...objects, [eventCopyKey(day, unknown)]: gzipSync(copied) }
  const { lines } = await check({ ...deployed, objects: more }, 'prod', day)
  expect(lines.filter((sentence) => sentence.includes(unknown) && sentence.includes('is gone'))).toHaveLength(
    events.length,
  )
})

test('a day without a copy is rejected because it cannot be checked', async () => {
  expect((await check(deployed, 'prod', '2020-01-01')).outcome).toContain('There is no copy of 2020-01-01.')
})
