import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { StoredEvent } from '#functions/data/entities/event.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import * as patients from '#shared/api/patients.ts'
import * as searchAndDay from '#shared/api/search-and-day.ts'
import * as users from '#shared/api/users.ts'
import { type Call, everyCall } from '#tests/calls/every-call.ts'
import { makeReady, type ReadyCall } from '#tests/calls/make-ready.ts'
import { openWorkplace, type Workplace } from '#tests/calls/workplace.ts'
import { openFaultInjection } from '#tests/support/fault-injection.ts'
import { testGoogleTokenReader } from '#tests/support/google.ts'
import { sampleUnlessProof } from '#tests/support/how-many.ts'
import { tableDump } from '#tests/support/table-dump.ts'
import { openTestApp, type TestApp, type TestResponse } from '#tests/support/test-app.ts'

const faultInjection = openFaultInjection()
let app: TestApp
let at: Workplace
beforeAll(async () => {
  app = await openTestApp({ around: faultInjection.around })
  app.services.google = testGoogleTokenReader
  at = await openWorkplace(app)
  // Create the objects that many calls share before the first call, so that no call is blamed for the events of their creation.
  await Promise.all([at.standing('Delivery'), at.passwordHash()])
})
afterAll(async () => {
  await app.close()
  faultInjection.close()
})

const calls = everyCall()
const guarded = calls.filter(({ line }) => line.access !== 'public')
const logging = calls.filter(({ line }) => line.leaves && line.leaves !== 'none')

const ofTheOrganisation = (from: string) => app.table.queryAll(at.keys.allEvents, { from })

/** Returns the events of all organisations since `from`, because a public call may record an event in any organisation. */
const ofAnybody = async (from: string) =>
  (await tableDump(app, '#EVENTS#'))
    .split('\n')
    .filter((line) => line !== '')
    .map((line): StoredEvent => JSON.parse(line).event)
    .filter((event) => event.at >= from)

/**
 * Makes a request, and returns its answer and the events that it records. The clock moves on first, so that earlier events can be
 * told apart.
 */
async function eventsOf<T>(
  run: () => Promise<T>,
  all = ofTheOrganisation,
): Promise<{ answer: T; left: StoredEvent[] }> {
  app.clock.now = new Date(app.clock.now.getTime() + 1)
  const from = app.clock.now.toISOString()
  const answer = await run()
  return { answer, left: await all(from) }
}

const typeOf = {
  Delivery: 'delivery',
  Patient: 'patient',
  User: 'user',
  Role: 'role',
  Export: 'export',
  Key: 'key',
  Tenant: 'organisation',
  // If a call about a run returns an id, it is that of a package.
  Run: 'delivery',
  Session: 'session',
}

const requestOf = ({ headers }: TestResponse) => headers.get('x-request-id')

describe.each(calls)('$routeKey', (call) => {
  const { entry, line } = call

  test(`logs ${line.leaves ?? 'no event'}`, async () => {
    const { send, as, params } = await makeReady(call, at)
    const { answer, left } = await eventsOf(send, line.access === 'public' ? ofAnybody : ofTheOrganisation)
    expect(answer.status).toBe(entry.success)
    if (!line.leaves || line.leaves === 'none') return expect(left).toEqual([])
    const { full_name: name, email, id } = as?.user ?? at.admin.user
    const expected = {
      action: line.leaves,
      ...(line.access !== 'public' && { actor: { id, name, email } }),
      place: '127.0.0.1',
      request_id: requestOf(answer),
      at: app.clock.now.toISOString(),
    }
    const own = left.filter(({ action }) => action !== line.leavesForEach)
    expect(own).toEqual([expect.objectContaining(expected)])
    const [event] = own
    // The event of a call that creates a delivery from another one is about the new delivery.
    const made = line.leaves === 'delivery.created' ? answer.body?.id : undefined
    const path = made ?? params.id ?? answer.body?.id
    // The event of a call about a passkey is about the passkey's owner.
    if (path && entry.subject && entry.subject !== 'Passkey')
      expect(event?.subject).toMatchObject({ id: path, type: typeOf[entry.subject] })
    if (path && entry.subject === 'Patient') expect(event?.patient_id).toBe(path)
    if (path && entry.subject === 'Delivery')
      expect(event?.patient_id).toBe((await app.table.get(at.keys.delivery(path)))?.patient_id)
  })
})

describe.each(sampleUnlessProof(guarded, 0, 3))('$routeKey', (call) => {
  const { entry, line } = call

  test('logs access.denied for callers without permission, but only for existing records', async () => {
    const { params, query, body } = await makeReady(call, at)
    const ask = (ids: Record<string, string>) =>
      app.call(entry, { as: at.unprivileged, params: ids, query, ...(entry.body && { body }) })
    const { answer, left } = await eventsOf(() => ask(params))
    if (line.access === 'signedIn' && !line.narrowedTo)
      return expect(left.map(({ action }) => action)).not.toContain('access.denied')
    expect(answer.status).toBe(403)
    const expected = { action: 'access.denied', actor: expect.objectContaining({ id: at.unprivileged.user.id }) }
    expect(left).toEqual([expect.objectContaining({ ...expected, request_id: requestOf(answer) })])
    expect(left[0]?.query).toEqual({ call: call.routeKey })
    const { id, date, user_id } = params
    expect(left[0]?.subject.id).toBe(user_id ? `${date}.${user_id}` : (id ?? at.tenant.id))
    if (!id && !user_id) return
    const nothing = Object.fromEntries(
      Object.entries(params).map(([name, value]) => [name, name === 'date' ? value : randomUUID()]),
    )
    expect((await eventsOf(() => ask(nothing))).left).toEqual([])
  })
})

// In `npm test`, `faults.test.ts` also lets AWS fail in every call.
describe.each(sampleUnlessProof(logging, 0, 4))('$routeKey', (call) => {
  test('returns 503 without showing or changing anything while its event cannot be written', async () => {
    const ready = await makeReady(call, at)
    const isWrite = (operation: string) => operation === 'PutItem' || operation === 'TransactWriteItems'
    const { answer, left } = await eventsOf(() => fail(ready, isWrite))
    expect([answer.status, answer.text]).toEqual([
      503,
      '{"detail":"The service is busy right now. Please try again in a moment."}',
    ])
    expect(left).toEqual([])
    expect([0, undefined]).toContain(await ready.done?.())
    expect(await ready.send()).toMatchObject({ status: call.entry.success })
  })
})

async function fail({ send }: ReadyCall, isStruck: (operation: string) => boolean): Promise<TestResponse> {
  const { answer } = await faultInjection.strike((_, operation) => (isStruck(operation) ? 'fails' : undefined), send)
  return answer
}

const deleted = new Map<string, Promise<Record<string, string>>>()
/** Returns path parameters that name a deleted thing of that kind. For a run, they name a deleted person. */
function aDeleted(subject: NonNullable<Call['entry']['subject']>): Promise<Record<string, string>> {
  const found = deleted.get(subject) ?? makeDeleted(subject)
  deleted.set(subject, found)
  return found
}

async function makeDeleted(subject: NonNullable<Call['entry']['subject']>): Promise<Record<string, string>> {
  const { admin } = at
  const made = {
    Delivery: [deliveries.deleteDelivery, at.aDelivery],
    Patient: [patients.deletePatient, at.aPatient],
    User: [users.deleteUser, async () => (await at.aPerson()).user.id],
  } as const
  const [remove, make] = made[subject === 'Delivery' || subject === 'Patient' ? subject : 'User']
  const id = await make()
  await app.call(remove, { as: admin, params: { id } })
  return subject === 'Run' ? { date: '2031-01-01', user_id: id } : { id }
}

const hiding = guarded.filter(({ entry }) => /^(Delivery|Patient|User|Run)$/.test(entry.subject ?? ''))

describe.each(sampleUnlessProof(hiding, 0, 2))('$routeKey', (call) => {
  test('returns 404 for a deleted record, and logs the attempt', async () => {
    const { entry, line } = call
    const { query, body, params: ready } = await makeReady(call, at)
    const params = { ...ready, ...(await aDeleted(entry.subject ?? 'User')) }
    const ask = () => app.call(entry, { as: at.admin, params, query, ...(entry.body && { body }) })
    const { answer, left } = await eventsOf(ask)
    // A call about the deliveries of a deleted patient still succeeds, and records that the patient was read.
    const isKnown = answer.status === 200
    expect([answer.status, isKnown && line.leaves]).toEqual(isKnown ? [200, 'patient.read'] : [404, false])
    const { id, date, user_id } = params
    const patient_id =
      entry.subject === 'Delivery'
        ? (await app.table.get(at.keys.delivery(id ?? '')))?.patient_id
        : entry.subject === 'Patient'
          ? id
          : null
    expect(left).toEqual([
      expect.objectContaining({
        ...(isKnown ? { action: 'patient.read' } : { action: 'access.denied', query: { call: call.routeKey } }),
        subject: expect.objectContaining({ id: user_id ? `${date}.${user_id}` : id }),
        patient_id,
        request_id: requestOf(answer),
      }),
    ])
  })
})

test('a deleted delivery in a bulk change is logged as access.denied, and an unknown one is not', async () => {
  const { id = '' } = await aDeleted('Delivery')
  const ids = [randomUUID(), id, await at.aDelivery()]
  const body = { ids, change: { pharmacist_id: at.driver.user.id } }
  const { answer, left } = await eventsOf(() => app.call(searchAndDay.changeDeliveries, { as: at.admin, body }))
  expect(answer.body.map(({ ok }: { ok: boolean }) => ok)).toEqual([false, false, true])
  const recorded = left.map(({ action, subject, query }) => [action, subject.id, query])
  expect(recorded.toSorted()).toEqual([
    ['access.denied', id, { call: 'POST /api/deliveries/bulk' }],
    ['delivery.assigned', ids[2], undefined],
  ])
})
