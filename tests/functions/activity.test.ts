import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import * as z from 'zod/mini'
import { keysOf, tableDesign } from '#functions/data/table-keys.ts'
import { put, update } from '#functions/data/writes.ts'
import { sealCursor } from '#functions/security/cursor.ts'
import { hashPassword } from '#functions/security/passwords.ts'
import { listActivity } from '#shared/api/activity.ts'
import * as auth from '#shared/api/auth.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import * as patients from '#shared/api/patients.ts'
import * as users from '#shared/api/users.ts'
import type { ActivityEvent } from '#shared/model/activity.ts'
import { openWorkplace } from '#tests/calls/workplace.ts'
import { aDelivery, aPatient, complete, deliveryBody, signature } from '#tests/support/builders.ts'
import { passSeconds } from '#tests/support/clock.ts'
import { sampleUnlessProof } from '#tests/support/how-many.ts'
import { app, test } from '#tests/support/product-test.ts'
import { password } from '#tests/support/sign-up.ts'
import { tableDump } from '#tests/support/table-dump.ts'
import type { Organisation, Person } from '#tests/support/test-app.ts'
import { watchReads } from '#tests/support/watch-reads.ts'

let at: Organisation
let reads: ReturnType<typeof watchReads>
test.beforeAll(async () => {
  reads = watchReads(app.services.table.client)
})
test.beforeEach(async () => {
  app.clock.now = new Date('2026-03-10T15:00:00.000Z')
  at = await app.createPharmacy()
})

type Filters = Record<string, string | number>

const ask = (query: Filters = {}) => app.call(listActivity, { as: at.admin, query })

/** Returns the newest events that match the query, at most 200, without those with the action `activity.listed`. */
async function events(query: Filters = {}): Promise<ActivityEvent[]> {
  const { body } = await ask({ limit: 200, ...query })
  return body.filter(({ action }: ActivityEvent) => action !== 'activity.listed')
}

const actionsOf = async (query: Filters = {}) => (await events(query)).map(({ action }) => action)

const look = (id: string, as: Person = at.admin) => app.call(deliveries.readDelivery, { as, params: { id } })
const edit = (id: string, body: object, as = at.admin) =>
  app.call(deliveries.updateDelivery, { as, params: { id }, body })

/** Moves the clock on by a second, so that the order of the events is defined. */
const later = () => passSeconds(app, 1)

/**
 * Creates two patients with one delivery each. The driver looks at both deliveries. The first one is also edited by the
 * administrator and looked at by the pharmacist.
 */
async function aBusyDay() {
  const grace = await aPatient(app, at.admin)
  const hedy = await aPatient(app, at.pharmacist, { name: 'Hedy Lamarr' })
  const one = await aDelivery(app, at, { patient_id: grace.id })
  later()
  await look(one.id, at.driver)
  later()
  await edit(one.id, { delivery_notes: 'Ring twice' })
  later()
  const created = await app.call(deliveries.createDelivery, { as: at.pharmacist, body: deliveryBody(app, hedy.id) })
  const two = created.body.id
  later()
  await look(two, at.driver)
  later()
  await look(one.id, at.pharmacist)
  return { grace: grace.id, hedy: hedy.id, one: one.id, two }
}

describe('the activity log', () => {
  test('lists events in order of time, newest first', async () => {
    await aBusyDay()
    const [last, previous, beforeIt, ...rest] = await actionsOf()
    expect([last, previous, beforeIt]).toEqual(['delivery.read', 'delivery.read', 'delivery.created'])
    expect(rest).toHaveLength(5)
    const times = (await events()).map(({ at: time }) => time)
    expect(times).toEqual(times.toSorted().toReversed())
  })

  test('lists a patient’s own events, those of their deliveries and who viewed them', async () => {
    const { grace, hedy } = await aBusyDay()
    expect(await actionsOf({ patient_id: hedy })).toEqual(['delivery.read', 'delivery.created', 'patient.created'])
    const of = await events({ patient_id: grace })
    expect(of.map(({ action }) => action)).toEqual([
      'delivery.read',
      'delivery.edited',
      'delivery.read',
      expect.stringMatching('created'),
      expect.stringMatching('created'),
    ])
    expect(of.every(({ patient_id }) => patient_id === grace)).toBe(true)
  })

  test('can be filtered by subject, by user and by action', async () => {
    const { one, two } = await aBusyDay()
    const { driver, pharmacist } = at
    expect(await actionsOf({ subject_id: one })).toEqual([
      'delivery.read',
      'delivery.edited',
      'delivery.read',
      'delivery.created',
    ])
    expect((await events({ actor_id: driver.user.id })).map(({ subject }) => subject.id)).toEqual([two, one])
    expect((await events({ action: 'delivery.edited' })).map(({ subject }) => subject.id)).toEqual([one])
    expect((await events({ action: 'delivery.edited, delivery.read' })).map(({ subject }) => subject.id)).toEqual([
      one,
      two,
      one,
      one,
    ])
    const both = { actor_id: pharmacist.user.id, action: 'patient.created,delivery.created' }
    expect(await actionsOf(both)).toEqual(['delivery.created', 'patient.created'])
  })

  test('combines these filters, takes several actions, and separates views from changes', async () => {
    const actionsAndKinds = [
      [],
      ['delivery.read'],
      ['delivery.read,delivery.edited'],
      ['user.joined'],
      [undefined, 'looks'],
      [undefined, 'changes'],
      ['delivery.read', 'changes'],
    ]
    const { grace, hedy, one, two } = await aBusyDay()
    const all = await events()
    let turn = 0
    for (const patient_id of [undefined, grace, hedy])
      for (const subject_id of [undefined, one, two, at.tenant.id])
        for (const actor_id of [undefined, at.driver.user.id, at.admin.user.id])
          for (const [action, kind] of sampleUnlessProof(actionsAndKinds, turn++, 7)) {
            const filters = { patient_id, subject_id, actor_id, action, kind }
            const query = Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined))
            const expected = all.filter(
              (event) =>
                (patient_id === undefined || event.patient_id === patient_id) &&
                (subject_id === undefined || event.subject.id === subject_id) &&
                (actor_id === undefined || event.actor.id === actor_id) &&
                (action === undefined || action.split(',').includes(event.action)) &&
                (kind === undefined || (kind === 'looks') === event.action.endsWith('.read')),
            )
            expect([query, await events(query)]).toEqual([query, expected])
          }
  })

  test('filtered by patient, also shows who filtered it by that patient', async () => {
    const { grace } = await aBusyDay()
    await ask({ patient_id: grace })
    const { body } = await ask({ patient_id: grace, subject_id: at.tenant.id })
    expect(body.map(({ action, patient_id }: ActivityEvent) => [action, patient_id])).toEqual([
      ['activity.listed', grace],
    ])
    expect((await ask({ patient_id: grace, subject_id: at.tenant.id, action: 'organisation.edited' })).body).toEqual([])
  })

  test('shows a delivery that was moved to another patient under both patients', async () => {
    const { grace, hedy, one } = await aBusyDay()
    later()
    await edit(one, { patient_id: hedy })
    expect(await actionsOf({ subject_id: one, patient_id: hedy })).toEqual(['delivery.edited'])
    expect(await events({ subject_id: one, patient_id: grace, limit: 1 })).toHaveLength(1)
  })

  test('can be filtered by days, both inclusive, in the organization’s time zone', async () => {
    await app.table.write(update(keysOf(at.tenant.id).tenant, { set: { time_zone: 'America/New_York' } }))
    const patient = await aPatient(app, at.admin)
    const times = {
      // On these days of March, New York is four hours behind UTC, so each day begins at 04:00.
      'the ninth': '2026-03-10T03:59:59.000Z',
      'the tenth': '2026-03-10T04:00:00.000Z',
      'the tenth too': '2026-03-11T03:59:59.000Z',
      'the eleventh': '2026-03-11T04:00:00.000Z',
    }
    for (const [city, time] of Object.entries(times)) {
      app.clock.now = new Date(time)
      await app.call(patients.updatePatient, {
        as: await app.signIn(at.admin.user),
        params: { id: patient.id },
        body: { city },
      })
    }
    at.admin = await app.signIn(at.admin.user)
    const cities = async (query: Filters) =>
      (await events({ ...query, action: 'patient.edited' })).map(({ changes }) => changes?.[0]?.to)
    expect(await cities({ from: '2026-03-10', to: '2026-03-10' })).toEqual(['the tenth too', 'the tenth'])
    expect(await cities({ from: '2026-03-11' })).toEqual(['the eleventh'])
    expect(await cities({ to: '2026-03-09' })).toEqual(['the ninth'])
    expect(await cities({ from: '2026-03-11', to: '2026-03-10' })).toEqual([])
    expect(await cities({ from: '0001-01-01', to: '9999-12-31' })).toHaveLength(4)
  })

  /** Follows a list to its end. Returns its pages, each with the number of events that were read for it. */
  async function pagesOf(query: Record<string, string>) {
    const pages: { events: ActivityEvent[]; read: number; readTo: string; hasNext: boolean }[] = []
    for (let path: string | undefined = `/api/activity?${new URLSearchParams(query)}`; path; ) {
      reads.take()
      const answer = await app.fetchPath('GET', path, { as: at.admin })
      path = /<([^>]*)>/.exec(answer.headers.get('link') ?? '')?.[1]
      // Subtract the six items that every call reads: the caller with session and account, and the organisation with its two roles.
      const read = reads.take().items - 6
      const readTo = answer.headers.get('x-read-to') ?? ''
      pages.push({ events: answer.body, read, readTo, hasNext: path !== undefined })
    }
    return pages
  }

  test('is paged, and each of its four queries reads one more event than it returns', async () => {
    const { id, patient_id } = await aDelivery(app, at)
    for (let i = 0; i < 7; i++) {
      later()
      await look(id, at.driver)
    }
    later()
    for (const query of [
      { actor_id: at.driver.user.id },
      { subject_id: id },
      { patient_id: String(patient_id) },
      { to: '2026-03-10' },
    ]) {
      const pages = await pagesOf({ ...query, limit: '3' })
      expect(new Set(pages.flatMap(({ events: some }) => some.map((event) => event.id))).size).toBeGreaterThan(6)
      for (const { events: some, read, readTo, hasNext } of pages) {
        expect(read).toBe(some.length + Number(hasNext))
        expect(readTo).toBe(hasNext ? some.at(-1)?.at : '2020-03-10T15:00:08.000Z')
      }
    }
  })

  test('filtered by action, reads at most 1,000 events a call and may return an empty page', {
    tags: ['proof'],
  }, async () => {
    const { id, patient_id } = await aDelivery(app, at)
    const { event } = keysOf(at.tenant.id)
    const [first] = await app.table.queryAll(keysOf(at.tenant.id).eventsOfSubject(id))
    if (!first) throw new Error('There is no event')
    const looks = Array.from({ length: 2100 }, (_, i) => {
      const time = new Date(app.clock.now.getTime() + 1000 + i).toISOString()
      const look = { ...first, id: randomUUID(), at: time, action: 'delivery.read' as const }
      return put(event(id, time, look.id), look)
    })
    for (let i = 0; i < looks.length; i += 100) await app.table.write(...looks.slice(i, i + 100))
    passSeconds(app, 10)
    for (const query of [{ patient_id: String(patient_id) }, { subject_id: id }]) {
      const pages = await pagesOf({ ...query, action: 'delivery.created' })
      expect(pages.map(({ events: some, read }) => [some.length, read])).toEqual([
        [0, 1000],
        [0, 1000],
        [1, expect.any(Number)],
      ])
      expect(pages.map(({ hasNext }) => hasNext)).toEqual([true, true, false])
      expect(pages[0]?.readTo).toBe(looks[1100]?.item?.event.at)
    }
  })

  test('stores four items for a view of a delivery: the event and three index rows', async () => {
    const { id } = await aDelivery(app, at)
    later()
    await look(id)
    const items = (await tableDump(app)).split('\n').map((line) => JSON.parse(line))
    const written = items.filter(({ event }) => event?.action === 'delivery.read' && event.subject.id === id)
    const rows = written.flatMap((item) => tableDesign.indexes.filter(({ partition }) => item[partition] !== undefined))
    expect([written.length, rows.length]).toEqual([1, 3])
  })

  test('keeps events for six years', async () => {
    const { id } = await aDelivery(app, at)
    const asAdmin = async () =>
      app.call(listActivity, { as: await app.signIn(at.admin.user), query: { subject_id: id } })
    app.clock.now = new Date('2032-03-10T14:59:59.000Z')
    expect((await asAdmin()).body).toHaveLength(1)
    app.clock.now = new Date('2032-03-10T15:00:01.000Z')
    expect((await asAdmin()).body).toHaveLength(0)
    const lying = await app.table.queryAll(keysOf(at.tenant.id).eventsOfSubject(id))
    expect(lying).toHaveLength(1)
    expect(await tableDump(app)).toContain(`"expires_at_seconds":${Date.parse('2032-03-10T15:00:00.000Z') / 1000}`)
  })
})

test('an unknown action, an invalid date and a cursor from other filters are rejected', async () => {
  for (let i = 0; i < 3; i++) await aPatient(app, at.admin)
  const detail = async (query: Filters) => (await ask(query)).body.detail?.[0]?.msg
  expect(await detail({ action: 'delivery.burnt' })).toBe('Unknown action')
  expect(await detail({ action: ',' })).toBe('Unknown action')
  expect(await detail({ from: '2026-02-30' })).toBe('Invalid date')
  const link = (await ask({ limit: 1 })).headers.get('link') ?? ''
  const cursor = new URLSearchParams(/\?(.*)>/.exec(link)?.[1]).get('cursor') ?? ''
  expect(await detail({ cursor, action: 'patient.created' })).toBe('Invalid cursor')
  expect(await detail({ cursor })).toBe(undefined)
})

test('a cursor from a release with other cursor positions is rejected', async () => {
  const scope = { tenantId: at.tenant.id, list: 'activity', filters: {}, position: () => z.looseObject({}) }
  const cursor = await sealCursor(app.services.keys, scope, { after: '2026-03-10T15:00:00.000Z', done: [1] })
  const { status, body } = await ask({ cursor })
  expect([status, body.detail?.[0]?.msg]).toEqual([422, 'Invalid cursor'])
})

describe('an event records', () => {
  const newest = async (query: Filters = {}) => (await events(query))[0]

  test('a prescription before and after an edit', async () => {
    const rx = (rx_number: string, copay: number) => ({ rx_date: '', rx_number, copay })
    const { id } = await aDelivery(app, at, { rx_information: [rx('RX-1', 10), rx('RX-2', 5)] })
    later()
    await edit(id, { rx_information: [rx('RX-1', 10), rx('RX-9', 7.5), rx('RX-3', 0)] })
    expect((await newest({ subject_id: id }))?.changes).toEqual([
      { field: 'rx_information.1.rx_number', from: 'RX-2', to: 'RX-9' },
      { field: 'rx_information.1.copay', from: 5, to: 7.5 },
      { field: 'rx_information.2.rx_date', from: null, to: '' },
      { field: 'rx_information.2.rx_number', from: null, to: 'RX-3' },
      { field: 'rx_information.2.copay', from: null, to: 0 },
      { field: 'rx_information.2.fill_date', from: null, to: '' },
    ])
  })

  test('the pharmacist and status of a delivery, before and after', async () => {
    const { id } = await aDelivery(app, at)
    later()
    await edit(id, { pharmacist_id: at.driver.user.id })
    const { changes } = (await newest({ subject_id: id })) ?? {}
    expect(changes).toEqual(
      expect.arrayContaining([
        { field: 'status', from: 'unassigned', to: 'assigned' },
        { field: 'pharmacist_name', from: null, to: 'Dora Driver' },
      ]),
    )
  })

  test('only a view when an edit changes nothing', async () => {
    const { id } = await aDelivery(app, at)
    later()
    await edit(id, { delivery_notes: '' })
    expect(await actionsOf({ subject_id: id })).toEqual(['delivery.read', 'delivery.created'])
  })

  test('the filters of a list and how many rows it showed', async () => {
    const { patient_id } = await aDelivery(app, at)
    later()
    await app.call(deliveries.listDeliveries, { as: at.driver, query: { patient_id } })
    expect(await newest()).toMatchObject({
      action: 'delivery.listed',
      subject: { type: 'delivery', id: null },
      patient_id,
      query: { patient_id },
      count: 1,
    })
    later()
    await app.call(patients.searchPatients, { as: at.pharmacist, query: { q: 'grace' } })
    expect(await newest()).toMatchObject({ action: 'patient.searched', query: { q: 'grace' }, count: 1 })
  })

  test('the permissions that a role was given', async () => {
    const body = { name: 'Courier', permissions: ['delivery.view_orders'] }
    const { id } = (await app.call(users.createRole, { as: at.admin, body })).body
    const permissions = ['delivery.view_orders', 'delivery.edit_orders']
    later()
    await app.call(users.updateRole, { as: at.admin, params: { id }, body: { permissions } })
    expect(await newest({ subject_id: id })).toMatchObject({
      subject: { type: 'role', id, label: 'Courier' },
      changes: [{ field: 'permissions', from: 'delivery.view_orders', to: permissions.join(', ') }],
    })
  })

  test('neither a signature nor the address of a picture', async () => {
    const { id } = await aDelivery(app, at, { status: 'in_progress' })
    later()
    await complete(app, at.driver, id)
    const [event] = await events({ subject_id: id })
    expect(event?.changes).toEqual(expect.arrayContaining([{ field: 'status', from: 'in_progress', to: 'delivered' }]))
    const log = JSON.stringify(await events())
    for (const secret of [signature, 'signature-', 'X-Amz', 'password', 'tenants/']) expect(log).not.toContain(secret)
  })
})

describe('a sign-in', () => {
  const wrong = { password: 'Not-This-One-7' }
  const person = async () =>
    app.join(at.tenant, { password_hash: await hashPassword(password), full_name: 'Sam Signer' })
  const logIn = (body: object) => app.call(auth.login, { body })

  test('is logged when it starts, is refused or ends', async () => {
    const { user } = await person()
    await logIn({ email: user.email, ...wrong })
    later()
    const { refresh_token } = (await logIn({ email: user.email, password })).body
    later()
    await app.call(auth.logout, { body: { refresh_token } })
    const recorded = await events({ actor_id: user.id })
    expect(recorded.map(({ action }) => action)).toEqual(['session.ended', 'session.started', 'session.refused'])
    const [ended, started, refused] = recorded
    expect(ended?.subject).toEqual({ type: 'session', id: refresh_token.split('.')[1], label: 'Sam Signer' })
    expect(started?.subject).toEqual(ended?.subject)
    expect(refused).toMatchObject({ subject: { type: 'session', id: null }, place: '127.0.0.1' })
    expect(JSON.stringify(recorded)).not.toContain(refresh_token.split('.')[3])
  })

  test('with an unknown address is stored, but appears in no organization’s log', async () => {
    const before = (await tableDump(app)).match(/#EVENTS#/g)?.length ?? 0
    await logIn({ email: `${randomUUID()}@example.com`, ...wrong })
    const lines = (await tableDump(app)).split('\n').filter((line) => line.includes('session.refused'))
    expect((await tableDump(app)).match(/#EVENTS#/g)?.length).toBe(before + 1)
    const written = lines.map((line) => JSON.parse(line)).filter(({ event }) => event.actor.name === '')
    expect(written.map(({ expires_at_seconds }) => expires_at_seconds * 1000)).toEqual([app.clock.now.getTime()])
    expect(await actionsOf({ action: 'session.refused' })).toEqual([])
  })

  test('by a deactivated user is logged as refused', async () => {
    const { user } = await person()
    await app.call(users.updateUser, { as: at.admin, params: { id: user.id }, body: { is_active: false } })
    await logIn({ email: user.email, password })
    expect(await actionsOf({ actor_id: user.id })).toEqual(['session.refused'])
    expect(await actionsOf({ subject_id: user.id })).toEqual(['user.deactivated'])
  })

  test('is logged as ended when its token was stolen', async () => {
    const { user, refreshToken: refresh_token } = await person()
    await app.call(auth.refresh, { body: { refresh_token } })
    passSeconds(app, 60)
    expect((await app.call(auth.refresh, { body: { refresh_token } })).status).toBe(401)
    expect(await actionsOf({ actor_id: user.id })).toEqual(['session.ended'])
  })

  test('that switches organizations is logged as ended in one and started in the other', async () => {
    const { person: member, elsewhere } = await (await openWorkplace(app, at)).aMemberOfTwo()
    expect((await app.call(auth.switchOrganisation, { as: member, body: { tenant_id: elsewhere } })).status).toBe(200)
    expect(await actionsOf({ actor_id: member.user.id })).toEqual(['session.ended'])
    const there = await app.table.queryAll(keysOf(elsewhere).allEvents)
    expect(there.filter(({ actor }) => actor.email === member.user.email)).toMatchObject([
      { action: 'session.started' },
    ])
  })
})

test('a repeated request adds no second event', async () => {
  const patient = await aPatient(app, at.admin)
  const headers = { 'idempotency-key': randomUUID() }
  const send = () => app.call(deliveries.createDelivery, { as: at.admin, body: deliveryBody(app, patient.id), headers })
  const first = await send()
  expect(await send()).toMatchObject({ status: 201, text: first.text })
  expect(await actionsOf({ subject_id: first.body.id })).toEqual(['delivery.created'])
})

test('users never see events from another organization', async () => {
  const { grace, one } = await aBusyDay()
  const other = await app.createPharmacy()
  for (const query of [{ patient_id: grace }, { subject_id: one }, { actor_id: at.driver.user.id }, {}]) {
    const { body } = await app.call(listActivity, { as: other.admin, query })
    expect(body.filter(({ actor }: ActivityEvent) => actor.id !== other.admin.user.id)).toEqual([])
  }
})
