import { randomUUID } from 'node:crypto'
import { gunzipSync } from 'node:zlib'
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { mockClient } from 'aws-sdk-client-mock'
import { expect, vi } from 'vitest'
import type { StoredEvent } from '#functions/data/entities/event.ts'
import { organisationEntryPartition } from '#functions/data/entities/organisation-entry.ts'
import { keysOf } from '#functions/data/table-keys.ts'
import { put } from '#functions/data/writes.ts'
import { copyEvents } from '#functions/events/copy-events.ts'
import { eventCopyKey } from '#functions/events/copy-keys.ts'
import { type EventCopies, openEventCopies } from '#functions/events/event-copies.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import { systemActor } from '#shared/model/activity.ts'
import { addDays, utcDate } from '#shared/rules/dates.ts'
import { passSeconds, seconds } from '#tests/support/clock.ts'
import { app, test } from '#tests/support/product-test.ts'
import { joinByMail, signUp } from '#tests/support/sign-up.ts'

let copies: EventCopies
test.beforeAll(async () => {
  // The local S3 has only one bucket, so the copies of events lie beside the photos and signatures there. On AWS they have a bucket
  // of their own.
  copies = openEventCopies({ bucket: process.env.MEDIA_BUCKET ?? '', pathStyle: true })
})

/** Creates a pharmacy that already has some events. */
async function aPharmacy() {
  const pharmacy = await app.createPharmacy()
  await app.call(deliveries.listDeliveries, { as: await app.signIn(pharmacy.admin.user), query: {} })
  return pharmacy
}

const run = (replaced: Partial<EventCopies> = {}) => copyEvents({ ...app.services, copies: { ...copies, ...replaced } })
const today = () => utcDate(app.clock.now)

/** Returns the lines of the copy of an organisation's events of a day. Undefined if the copy does not exist. */
async function copyOf(day: string, tenantId: string): Promise<unknown[] | undefined> {
  if (!(await copies.tenantsOf(day)).has(tenantId)) return undefined
  const input = { Bucket: process.env.MEDIA_BUCKET, Key: eventCopyKey(day, tenantId) }
  const { Body } = await new S3Client({ forcePathStyle: true }).send(new GetObjectCommand(input))
  const lines = gunzipSync((await Body?.transformToByteArray()) ?? '')
  return lines
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}

const storedEvents = (tenantId: string) => app.table.queryAll(keysOf(tenantId).allEvents)

test('a day’s events are copied the following night, exactly as stored in the table', async () => {
  const [one, other] = [await aPharmacy(), await aPharmacy()]
  const day = today()
  await run()
  expect(await copyOf(day, one.tenant.id)).toBeUndefined()
  passSeconds(app, seconds.day)
  await run()
  for (const pharmacy of [one, other]) {
    const events = await storedEvents(pharmacy.tenant.id)
    expect(events.length).toBeGreaterThan(0)
    expect(await copyOf(day, pharmacy.tenant.id)).toEqual(events)
  }
})

test('a copy has only the events of its day, to the millisecond', async () => {
  const pharmacy = await app.createPharmacy()
  const day = addDays(today(), 1)
  const instants = [
    `${today()}T23:59:59.999Z`,
    `${day}T00:00:00.000Z`,
    `${day}T23:59:59.999Z`,
    `${addDays(day, 1)}T00:00:00.000Z`,
  ]
  const as = pharmacy.admin.user
  for (const instant of instants) {
    app.clock.now = new Date(instant)
    await app.call(deliveries.listDeliveries, { as: await app.signIn(as), query: {} })
  }
  passSeconds(app, seconds.hour)
  await run()
  expect(await copyOf(day, pharmacy.tenant.id)).toMatchObject(instants.slice(1, 3).map((at) => ({ at })))
})

test('a day with more events than one query returns is copied in full', async () => {
  const pharmacy = await app.createPharmacy()
  const at = (i: number) => `${today()}T00:00:00.${String(i).padStart(3, '0')}Z`
  const many = Array.from(
    { length: 300 },
    (_, i): StoredEvent => ({
      id: randomUUID(),
      at: at(i),
      actor: systemActor,
      action: 'delivery.edited',
      patient_id: null,
      subject: { type: 'delivery', id: randomUUID(), label: '' },
      place: null,
      request_id: 'x'.repeat(8000),
    }),
  )
  for (const event of many)
    await app.table.write(put(keysOf(pharmacy.tenant.id).event(event.subject.id ?? '', event.at, event.id), event))
  const day = today()
  passSeconds(app, seconds.day)
  await run()
  expect(await copyOf(day, pharmacy.tenant.id)).toEqual(many)
})

test('existing copies are unchanged and not read again', async () => {
  const pharmacy = await aPharmacy()
  const day = today()
  passSeconds(app, seconds.day)
  await run()
  const before = await copyOf(day, pharmacy.tenant.id)
  const keep = vi.fn(copies.keep)
  await run({ keep })
  expect(keep.mock.calls.filter(([copied]) => copied === day)).toEqual([])
  // If two runs happen concurrently, neither sees the other's copy. The later one must not replace the earlier one.
  await copies.keep(day, pharmacy.tenant.id, Buffer.from('other'))
  expect(await copyOf(day, pharmacy.tenant.id)).toEqual(before)
})

test('missed nights are made up for up to a week later', async () => {
  const pharmacy = await aPharmacy()
  const day = today()
  passSeconds(app, 7 * seconds.day)
  await run()
  expect(await copyOf(day, pharmacy.tenant.id)).toEqual(await storedEvents(pharmacy.tenant.id))
  const late = await aPharmacy()
  const lateDay = today()
  passSeconds(app, 8 * seconds.day)
  await run()
  expect(await copyOf(lateDay, late.tenant.id)).toBeUndefined()
})

test('a failing organization blocks no other, is logged without content and is retried', async () => {
  const [one, other] = [await aPharmacy(), await aPharmacy()]
  const day = today()
  passSeconds(app, seconds.day)
  const error = vi.spyOn(app.services.log, 'error')
  const keep: EventCopies['keep'] = async (copied, tenantId, bytes) => {
    if (tenantId === one.tenant.id) throw Object.assign(new Error(`Ada Admin`), { name: 'SlowDown' })
    await copies.keep(copied, tenantId, bytes)
  }
  await expect(run({ keep })).rejects.toThrow('1 copies are missing')
  expect(error.mock.calls).toEqual([['events not copied', { tenant_id: one.tenant.id, day, error: 'SlowDown' }]])
  error.mockRestore()
  expect(await copyOf(day, one.tenant.id)).toBeUndefined()
  expect(await copyOf(day, other.tenant.id)).toEqual(await storedEvents(other.tenant.id))
  await run()
  expect(await copyOf(day, one.tenant.id)).toEqual(await storedEvents(one.tenant.id))
})

test('a new organization’s events are copied from the first one, its verification', async () => {
  const id = await signUp(app, 'olive@copies.example')
  const listed = async () => (await app.table.queryAll(organisationEntryPartition)).map(({ tenant_id }) => tenant_id)
  expect(await listed()).not.toContain(id)
  await joinByMail(app, 'olive@copies.example')
  expect(await listed()).toContain(id)
  const day = today()
  passSeconds(app, seconds.day)
  await run()
  const events = await storedEvents(id)
  expect(events.map(({ action }) => action)).toContain('user.joined')
  expect(await copyOf(day, id)).toEqual(events)
})

test('a locked object is written once, with a checksum', async () => {
  const s3 = mockClient(S3Client)
  s3.on(PutObjectCommand).resolves({})
  await copies.keep('2026-11-21', 'a', Buffer.from('x'))
  expect(s3.commandCalls(PutObjectCommand).map(({ args: [{ input }] }) => input)).toMatchObject([
    { Key: 'events/2026-11-21/a.jsonl.gz', IfNoneMatch: '*', ChecksumAlgorithm: 'CRC32' },
  ])
  s3.restore()
})
