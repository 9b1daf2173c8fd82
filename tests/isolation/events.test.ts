import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { StoredEvent } from '#functions/data/entities.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import * as patients from '#shared/api/patients.ts'
import { everyCall } from '#tests/calls/every-call.ts'
import { makeReady, type ReadyCall } from '#tests/calls/make-ready.ts'
import { openWorkplace, type Workplace } from '#tests/calls/workplace.ts'
import { googleStandIn } from '#tests/support/google.ts'
import { openNemesis } from '#tests/support/nemesis.ts'
import { tableDump } from '#tests/support/table-dump.ts'
import { openTestApp, type Received, type TestApp } from '#tests/support/test-app.ts'

const nemesis = openNemesis()
let app: TestApp
let at: Workplace
beforeAll(async () => {
  app = await openTestApp({ around: nemesis.around })
  app.services.google = googleStandIn
  at = await openWorkplace(app)
  // What many of the calls act on is made before anything is counted.
  await Promise.all([at.standing('Delivery'), at.passwordHash()])
})
afterAll(async () => {
  await app.close()
  nemesis.close()
})

const calls = everyCall()
const guarded = calls.filter(({ line }) => line.access !== 'public')
const telling = calls.filter(({ line }) => line.leaves && line.leaves !== 'none')

const ofTheOrganisation = () => app.table.queryAll(at.keys.allEvents)

/** A public call may find somebody of any organisation behind it. */
const ofAnybody = async () =>
  (await tableDump(app))
    .split('\n')
    .filter((line) => line.includes('#EVENTS#'))
    .map((line): StoredEvent => JSON.parse(line).event)

/** The events that are there after a request, and were not before. */
async function eventsOf<T>(
  run: () => Promise<T>,
  all = ofTheOrganisation,
): Promise<{ answer: T; left: StoredEvent[] }> {
  const before = new Set((await all()).map(({ id }) => id))
  const answer = await run()
  return { answer, left: (await all()).filter(({ id }) => !before.has(id)) }
}

const typeOf = { Delivery: 'delivery', Patient: 'patient', User: 'user', Role: 'role', Tenant: 'organisation' }

const requestOf = ({ headers }: Received) => headers.get('x-request-id')

describe.each(calls)('$routeKey', (call) => {
  const { entry, line } = call

  test(`leaves ${line.leaves ?? 'no event'}`, async () => {
    const { send, as, params } = await makeReady(call, at)
    const { answer, left } = await eventsOf(send, line.access === 'public' ? ofAnybody : ofTheOrganisation)
    expect(answer.status).toBe(entry.success)
    if (!line.leaves || line.leaves === 'none') return expect(left).toEqual([])
    const { full_name: name, email, id } = as?.user ?? at.admin.user
    const told = {
      action: line.leaves,
      ...(line.access !== 'public' && { actor: { id, name, email } }),
      place: '127.0.0.1',
      request_id: requestOf(answer),
      at: app.clock.now.toISOString(),
    }
    expect(left).toEqual([expect.objectContaining(told)])
    const [event] = left
    const path = params.id ?? answer.body?.id
    if (path && entry.subject) expect(event?.subject).toMatchObject({ id: path, type: typeOf[entry.subject] })
    if (path && entry.subject === 'Patient') expect(event?.patient_id).toBe(path)
    if (path && entry.subject === 'Delivery')
      expect(event?.patient_id).toBe((await app.table.get(at.keys.delivery(path)))?.patient_id)
  })
})

describe.each(guarded)('$routeKey', (call) => {
  const { entry, line } = call

  test('leaves access.denied to whoever may not call it, and for nothing but what is there', async () => {
    const { params, query, body } = await makeReady(call, at)
    const ask = (ids: Record<string, string>) =>
      app.call(entry, { as: at.nobody, params: ids, query, ...(entry.body && { body }) })
    const { answer, left } = await eventsOf(() => ask(params))
    if (line.access === 'signedIn' && !line.narrowedTo)
      return expect(left.map(({ action }) => action)).not.toContain('access.denied')
    expect(answer.status).toBe(403)
    const told = { action: 'access.denied', actor: expect.objectContaining({ id: at.nobody.user.id }) }
    expect(left).toEqual([expect.objectContaining({ ...told, request_id: requestOf(answer) })])
    expect(left[0]?.query).toEqual({ call: call.routeKey })
    expect(left[0]?.subject.id).toBe(params.id ?? at.tenant.id)
    if (!params.id) return
    const nothing = Object.fromEntries(Object.keys(params).map((name) => [name, randomUUID()]))
    expect((await eventsOf(() => ask(nothing))).left).toEqual([])
  })
})

describe.each(telling)('$routeKey', (call) => {
  test('answers 503, shows nothing and changes nothing while its event cannot be written', async () => {
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

async function fail({ send }: ReadyCall, isStruck: (operation: string) => boolean): Promise<Received> {
  const { answer } = await nemesis.strike((_, operation) => (isStruck(operation) ? 'fails' : undefined), send)
  return answer
}

test('whoever asks for what was deleted is told that there is nothing, and the organisation that they asked', async () => {
  const { admin } = at
  const id = await at.aDelivery()
  const patient = await at.aPatient()
  await app.call(deliveries.deleteDelivery, { as: admin, params: { id } })
  await app.call(patients.deletePatient, { as: admin, params: { id: patient } })
  for (const [entry, hidden] of [
    [deliveries.readDelivery, id],
    [deliveries.readStatusHistory, id],
    [deliveries.updateDelivery, id],
    [patients.readPatient, patient],
  ] as const) {
    const ask = () => app.call(entry, { as: admin, params: { id: hidden }, ...('body' in entry && { body: {} }) })
    const { answer, left } = await eventsOf(ask)
    expect(answer.status).toBe(404)
    expect(left).toEqual([expect.objectContaining({ action: 'access.denied' })])
    expect(left[0]?.subject.id).toBe(hidden)
    const kept = hidden === patient ? patient : (await app.table.get(at.keys.delivery(id)))?.patient_id
    expect(left[0]?.patient_id).toBe(kept)
  }
})
