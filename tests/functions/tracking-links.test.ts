import { describe, expect, vi } from 'vitest'
import { keysOf, unscopedKeys } from '#functions/data/table-keys.ts'
import { hashOfDoorToken } from '#functions/security/door-tokens.ts'
import { openSigningKeys } from '#functions/security/signing-keys.ts'
import * as activity from '#shared/api/activity.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import * as patients from '#shared/api/patients.ts'
import * as recipientUpdates from '#shared/api/recipient-updates.ts'
import * as runs from '#shared/api/runs.ts'
import { updateSettings } from '#shared/api/settings.ts'
import * as tracking from '#shared/api/tracking.ts'
import type { Delivery } from '#shared/model/delivery.ts'
import { dayNotOfferedText, deadLinkText, onItsWayText, tooManyChangesText } from '#shared/model/tracking.ts'
import { doorToken } from '#tests/calls/tracking.ts'
import { aDelivery, aPatient, complete } from '#tests/support/builders.ts'
import { mailsOf } from '#tests/support/mailbox.ts'
import { app, test } from '#tests/support/product-test.ts'
import { resetRateLimits } from '#tests/support/reset-rate-limits.ts'
import type { Organisation } from '#tests/support/test-app.ts'

const today = '2026-03-10'
const tomorrow = '2026-03-11'

let pharmacy: Organisation
test.beforeEach(async () => {
  app.clock.now = new Date(`${today}T12:00:00Z`)
  pharmacy = await app.createPharmacy()
  await resetRateLimits(app, 'track', '127.0.0.1')
})

let recipients = 0
/** Creates a delivery for a new patient with an email address of their own, so that it has a door of its own. */
const ownDelivery = async (fields: Parameters<typeof aDelivery>[2] = {}) => {
  const { id } = await aPatient(app, pharmacy.admin, { email: `recipient${++recipients}@example.com` })
  return aDelivery(app, pharmacy, { patient_id: id, ...fields })
}
const read = (token: string) => app.call(tracking.readTracking, { params: { token } })
const stateOf = async (token: string) => (await read(token)).body
const access = (token: string, access_notes: string) =>
  app.call(tracking.storeAccessNote, { params: { token }, body: { access_notes } })
const ask = (token: string, delivery_date: string, time_range = '12:00-15:00') =>
  app.call(tracking.askForDay, { params: { token }, body: { delivery_date, time_range } })
const unsubscribe = (token: string) => app.call(tracking.endNotices, { params: { token } })
const again = ({ id }: Delivery) =>
  app.call(deliveries.readDelivery, { as: pharmacy.admin, params: { id } }).then(({ body }) => body)
const change = ({ id }: Delivery, body: object) =>
  app.call(deliveries.updateDelivery, { as: pharmacy.admin, params: { id }, body })
const setStatus = ({ id }: Delivery, status: string) =>
  app.call(deliveries.changeStatus, { as: pharmacy.admin, params: { id }, body: { status } })
const tokenOf = ({ id }: Delivery) => doorToken(app, pharmacy, id)

test('a tracking link shows where a package is, but no patient, package, driver or other stop', async () => {
  const delivery = await aDelivery(app, pharmacy, { language: 'spanish' })
  const token = await tokenOf(delivery)
  expect(token).toMatch(/^[\w-]{22}$/)
  expect((await read(token)).body).toEqual({
    organisation: 'Corner Pharmacy',
    phone: '5550100100',
    time_zone: 'UTC',
    date: today,
    time_range: '09:00-12:00',
    state: 'planned',
    stops_before: null,
    at: null,
    packages: 1,
    language: 'spanish',
    asked: null,
    asked_time_range: null,
    access_notes: '',
    can: ['access', 'reschedule', 'unsubscribe'],
  })
  const stored = await app.table.get(unscopedKeys.door(hashOfDoorToken(token)))
  expect(JSON.stringify(stored)).not.toContain(token)
})

test('packages with the same patient, address and day share a permanent link; others have their own', async () => {
  const { id: patient_id } = await aPatient(app, pharmacy.admin)
  const [one, two, later] = [
    await aDelivery(app, pharmacy, { patient_id }),
    await aDelivery(app, pharmacy, { patient_id }),
    await aDelivery(app, pharmacy, { patient_id, delivery_date: tomorrow }),
  ]
  const token = await tokenOf(one)
  expect([await tokenOf(one), await tokenOf(two)]).toEqual([token, token])
  expect(await tokenOf(later)).not.toBe(token)
  expect(await tokenOf(await ownDelivery())).not.toBe(token)
  expect(await stateOf(token)).toMatchObject({ packages: 2 })
})

test('a package that is added to a run under way comes after the stops that were numbered when the run started', async () => {
  const own = await app.join(pharmacy.tenant, { roles: pharmacy.driver.user.roles })
  const on = async (address: string, fields: object) => {
    const { id: patient_id } = await aPatient(app, pharmacy.admin, { address })
    return aDelivery(app, { ...pharmacy, driver: own }, { patient_id, ...fields })
  }
  const settled = await on('1 Settled Street', { status: 'assigned', time_range: '12:00-15:00' })
  const params = { date: today, user_id: own.user.id }
  await app.call(runs.startRun, { as: own, params, body: { include_not_loaded: true } })
  const added = await on('2 Added Street', { status: 'in_progress', time_range: '09:00-12:00' })
  expect(await stateOf(await tokenOf(settled))).toMatchObject({ state: 'next' })
  expect(await stateOf(await tokenOf(added))).toMatchObject({ state: 'out', stops_before: 1 })
})

test('on the way, the link counts earlier stops; afterward it says delivered or failed', async () => {
  const out = async (address: string, time_range: string) => {
    const { id: patient_id } = await aPatient(app, pharmacy.admin, { address })
    return aDelivery(app, pharmacy, { status: 'in_progress', time_range, patient_id })
  }
  const first = await out('1 Elm Street', '09:00-12:00')
  const second = await out('2 Elm Street', '12:00-15:00')
  const third = await out('3 Elm Street', '15:00-18:00')
  const tokens = [await tokenOf(first), await tokenOf(second), await tokenOf(third)] as const
  const states = () => Promise.all(tokens.map(stateOf))
  expect(await states()).toMatchObject([
    { state: 'next', stops_before: null },
    { state: 'out', stops_before: 1 },
    { state: 'out', stops_before: 2 },
  ])
  await app.call(runs.setRunOrder, {
    as: pharmacy.driver,
    params: { date: today, user_id: pharmacy.driver.user.id },
    body: { delivery_ids: [third.id] },
  })
  expect(await states()).toMatchObject([{ stops_before: 1 }, { stops_before: 2 }, { state: 'next' }])
  await complete(app, pharmacy.driver, third.id)
  await setStatus(first, 'failed')
  expect(await states()).toMatchObject([
    { state: 'missed' },
    { state: 'next' },
    { state: 'delivered', at: app.clock.now.toISOString() },
  ])
})

test('a delivery that was moved or cancelled is shown as such', async () => {
  const moved = await aDelivery(app, pharmacy)
  const token = await tokenOf(moved)
  await change(moved, { delivery_date: tomorrow, time_range: '18:00-21:00' })
  expect(await stateOf(token)).toMatchObject({
    state: 'moved',
    date: tomorrow,
    time_range: '18:00-21:00',
    can: ['unsubscribe'],
  })
  const cancelled = await ownDelivery({ status: 'assigned' })
  const its = await tokenOf(cancelled)
  await setStatus(cancelled, 'cancelled')
  expect(await stateOf(its)).toMatchObject({ state: 'cancelled', packages: 0 })
})

test('a link that was sent to a wrong address ends when the address is corrected, and the right one gets another', async () => {
  app.clock.now = new Date(`${today}T08:30:00Z`)
  const [wrong, right] = [`wrong${++recipients}@example.com`, `right${++recipients}@example.com`]
  await app.call(updateSettings, { as: pharmacy.admin, body: { recipient_notices: 'all' } })
  const patient = await aPatient(app, pharmacy.admin, { email: wrong })
  const delivery = await aDelivery(app, pharmacy, { patient_id: patient.id, time_range: '12:00-15:00' })
  const sentTo = async (address: string) => {
    for (let i = 0; i < 3; i++) await app.sendMails()
    const text = (await mailsOf(app, address)).at(-1)?.body.text ?? ''
    return /\/t\/([\w-]{22})/.exec(text)?.[1] ?? ''
  }
  const token = await sentTo(wrong)
  expect((await read(token)).status).toBe(200)
  const edit = { as: pharmacy.admin, params: { id: patient.id }, body: { email: right } }
  expect((await app.call(patients.updatePatient, edit)).status).toBe(200)
  expect((await change(delivery, { refresh_patient: true })).status).toBe(200)
  const others = [await read(token), await access(token, 'Leave it outside'), await unsubscribe(token)]
  expect(others.map(({ status }) => status)).toEqual([404, 404, 404])
  expect((await read(await tokenOf(delivery))).status).toBe(200)
  expect(await again(delivery)).toMatchObject({ email: right, recipient_notes: '' })
})

test('a link that two patients share ends for the one whose address is corrected', { tags: ['proof'] }, async () => {
  app.clock.now = new Date(`${today}T08:30:00Z`)
  const email = `shared${++recipients}@example.com`
  await app.call(updateSettings, { as: pharmacy.admin, body: { recipient_notices: 'all' } })
  const plan = async (name: string) => {
    const { id } = await aPatient(app, pharmacy.admin, { name, email })
    return aDelivery(app, pharmacy, { patient_id: id, time_range: '12:00-15:00' })
  }
  const [other, corrected] = [await plan('Olive Other'), await plan('Cora Corrected')]
  for (let i = 0; i < 3; i++) await app.sendMails()
  const [, token = ''] = /\/t\/([\w-]{22})/.exec((await mailsOf(app, email)).at(-1)?.body.text ?? '') ?? []
  expect(await stateOf(token)).toMatchObject({ packages: 2 })
  const edit = { as: pharmacy.admin, params: { id: corrected.patient_id }, body: { email: 'own@example.com' } }
  expect((await app.call(patients.updatePatient, edit)).status).toBe(200)
  expect((await change(corrected, { refresh_patient: true })).status).toBe(200)
  expect(await stateOf(token)).toMatchObject({ packages: 1 })
  expect((await access(token, 'Leave it outside')).status).toBe(200)
  const notes = [await again(other), await again(corrected)].map(({ recipient_notes }) => recipient_notes)
  expect(notes).toEqual(['Leave it outside', ''])
  await unsubscribe(token)
  const noticesOf = async (id: string) =>
    (await app.call(patients.readPatient, { as: pharmacy.admin, params: { id } })).body.notices
  expect([await noticesOf(other.patient_id), await noticesOf(corrected.patient_id)]).toEqual(['none', 'email'])
})

test('access notes from the recipient reach the driver and the history of this delivery only', async () => {
  const delivery = await aDelivery(app, pharmacy, { status: 'assigned' })
  const token = await tokenOf(delivery)
  expect(await access(token, ' Ring twice ')).toMatchObject({
    status: 200,
    body: { can: expect.arrayContaining(['access']) },
  })
  expect(await again(delivery)).toMatchObject({ recipient_notes: 'Ring twice', access_notes: delivery.access_notes })
  const { body: run } = await app.call(runs.readRun, {
    as: pharmacy.driver,
    params: { date: today, user_id: pharmacy.driver.user.id },
  })
  expect(run.deliveries).toMatchObject([{ recipient_notes: 'Ring twice' }])
  const { body: history } = await app.call(deliveries.readStatusHistory, {
    as: pharmacy.admin,
    params: { id: delivery.id },
  })
  expect(history[0]).toMatchObject({
    changed_by_name: 'Recipient',
    notes: 'Left access notes; link was copied by Ada Admin',
  })
  const { body: events } = await app.call(activity.listActivity, {
    as: pharmacy.admin,
    query: { subject_id: delivery.id, action: 'recipient.access' },
  })
  expect(events).toMatchObject([{ actor: { id: null, name: 'Recipient', email: null } }])
  const patient = await app.table.get(keysOf(pharmacy.tenant.id).patient(delivery.patient_id))
  expect(patient?.access_notes).toBe(delivery.access_notes)
})

describe('a wish for another day', () => {
  test('is on the Attention list after failures, moves nothing, and is answered by Move or Keep', async () => {
    const [one, other] = [await ownDelivery({ status: 'assigned', time_range: '15:00-18:00' }), await ownDelivery()]
    const tokens = [await tokenOf(one), await tokenOf(other)] as const
    expect((await ask(tokens[0], '2026-03-12')).body).toMatchObject({ asked: '2026-03-12', date: today })
    await ask(tokens[1], '2026-03-13')
    const listed = await app.call(deliveries.listDeliveries, { as: pharmacy.admin, query: { view: 'attention' } })
    expect(listed.body.find(({ id }: Delivery) => id === one.id)).toMatchObject({
      attention: ['asked'],
      asked: { delivery_date: '2026-03-12', time_range: '12:00-15:00' },
    })
    const answer = (id: string, reply: string) =>
      app.call(recipientUpdates.answerDayRequest, { as: pharmacy.admin, params: { id }, body: { answer: reply } })
    expect((await answer(one.id, 'move')).body).toMatchObject({
      delivery_date: '2026-03-12',
      time_range: '12:00-15:00',
      asked: null,
      status: 'assigned',
    })
    expect(await stateOf(tokens[0])).toMatchObject({ state: 'moved', date: '2026-03-12' })
    expect((await answer(other.id, 'keep')).body).toMatchObject({ delivery_date: today, asked: null })
    expect((await answer(other.id, 'keep')).status).toBe(409)
    expect(await stateOf(tokens[1])).toMatchObject({ state: 'planned', asked: null })
  })

  test.each([today, '2026-03-18', '2020-01-01'])('is rejected for %s: the seven days start tomorrow', async (day) => {
    const token = await tokenOf(await aDelivery(app, pharmacy))
    expect(await ask(token, day)).toMatchObject({ status: 422, body: { detail: [{ msg: dayNotOfferedText }] } })
    expect(await ask(token, '2026-03-17')).toMatchObject({ status: 200 })
  })

  test('is still possible after a miss, and Move plans the delivery again', async () => {
    const missed = await ownDelivery({ status: 'failed' })
    const token = await tokenOf(missed)
    expect(await stateOf(token)).toMatchObject({ state: 'missed', can: ['access', 'reschedule', 'unsubscribe'] })
    await access(token, 'Gate code 4411')
    expect((await ask(token, '2026-03-12')).body).toMatchObject({
      state: 'missed',
      asked: '2026-03-12',
      asked_time_range: '12:00-15:00',
      access_notes: 'Gate code 4411',
    })
    const params = { id: missed.id }
    const { body } = await app.call(recipientUpdates.answerDayRequest, {
      as: pharmacy.admin,
      params,
      body: { answer: 'move' },
    })
    expect(body).toMatchObject({
      status: 'assigned',
      delivery_date: '2026-03-12',
      asked: null,
      recipient_notes: 'Gate code 4411',
    })
  })

  test('ends when the delivery starts, is cancelled or moves', async () => {
    const delivery = await aDelivery(app, pharmacy, { status: 'assigned' })
    await ask(await tokenOf(delivery), '2026-03-12')
    await setStatus(delivery, 'in_progress')
    expect(await again(delivery)).toMatchObject({ status: 'in_progress', asked: null })
  })
})

test('a link accepts five changes and rejects the sixth, not counting repeats', async () => {
  const token = await tokenOf(await aDelivery(app, pharmacy))
  for (const note of ['1', '1', '2', '3', '4', '5']) expect((await access(token, note)).status).toBe(200)
  expect(await access(token, '6')).toMatchObject({ status: 409, body: { detail: tooManyChangesText } })
  expect((await ask(token, tomorrow)).status).toBe(409)
  expect(await stateOf(token)).toMatchObject({ can: ['unsubscribe'] })
})

test('nothing can be changed once the delivery is on its way', async () => {
  const delivery = await aDelivery(app, pharmacy, { status: 'in_progress' })
  const token = await tokenOf(delivery)
  for (const refused of [await access(token, 'Ring'), await ask(token, tomorrow)])
    expect(refused).toMatchObject({ status: 409, body: { detail: onItsWayText } })
})

test('a recipient unsubscribes in one click, like from an email program, and staff can undo it', async () => {
  const delivery = await aDelivery(app, pharmacy)
  const token = await tokenOf(delivery)
  const clicked = await app.fetchPath('POST', `/api/track/${token}/unsubscribe`, {
    form: Object.assign(new FormData(), {}),
    headers: {},
  })
  expect(clicked.status).toBe(200)
  expect((await unsubscribe(token)).body.can).not.toContain('unsubscribe')
  const params = { id: delivery.patient_id }
  expect((await app.call(patients.readPatient, { as: pharmacy.admin, params })).body.notices).toBe('none')
  const updates = () => app.call(recipientUpdates.readUpdates, { as: pharmacy.admin, params: { id: delivery.id } })
  expect((await updates()).body.stopped).toEqual({ reason: 'unsubscribed', day: today })
  await app.call(patients.updatePatient, { as: pharmacy.admin, params, body: { notices: 'default' } })
  expect((await updates()).body.stopped).toBeNull()
})

test('an unknown, malformed or expired link returns the same 404; links expire 48 hours after their day', async () => {
  const token = await tokenOf(await aDelivery(app, pharmacy))
  app.clock.now = new Date('2026-03-12T23:59:59Z')
  expect((await read(token)).status).toBe(200)
  app.clock.now = new Date('2026-03-13T00:00:00Z')
  const dead = { status: 404, body: { detail: deadLinkText } }
  for (const one of [token, 'A'.repeat(22), '%20', token.toLowerCase(), `${token}A`]) {
    expect(await read(one)).toMatchObject(dead)
    expect(await access(one, 'Ring')).toMatchObject(dead)
    expect(await unsubscribe(one)).toMatchObject(dead)
  }
})

test('an invalid link makes the same reads, whatever is wrong with it', async () => {
  const token = await tokenOf(await aDelivery(app, pharmacy))
  app.clock.now = new Date('2026-03-13T00:00:00Z')
  const spies = (['get', 'getAll', 'query', 'queryAll'] as const).map((name) => vi.spyOn(app.services.table, name))
  const readsOf = async (one: string) => {
    for (const spy of spies) spy.mockClear()
    const statuses = [(await read(one)).status, (await app.fetchPath('GET', `/t/${one}`)).status]
    return [...statuses, ...spies.map(({ mock }) => mock.calls.length)]
  }
  const unknown = await readsOf('A'.repeat(22))
  expect(unknown).toEqual([404, 404, 2, 0, 0, 0])
  for (const one of [token, '%20', `${token}A`, 'x'.repeat(300)]) expect(await readsOf(one)).toEqual(unknown)
  vi.restoreAllMocks()
})

test('a link is the same as long as its key exists, and works until it expires without it', async () => {
  const keys = app.services.keys
  const [old, next] = ['a'.repeat(64), 'b'.repeat(64)]
  const rotateTo = (secret: object) => {
    app.services.keys = openSigningKeys(
      async () => JSON.stringify(secret),
      () => app.clock.now.getTime(),
    )
  }
  const delivery = await aDelivery(app, pharmacy)
  const linkOf = async () => {
    const { user } = pharmacy.admin
    return doorToken(app, { admin: await app.signIn(user) }, delivery.id)
  }
  rotateTo({ current: 'old', old })
  const token = await linkOf()
  rotateTo({ current: 'next', old, next })
  expect(await linkOf()).toBe(token)
  rotateTo({ current: 'next', 'retired-old': old, next })
  expect(await linkOf()).toBe(token)
  rotateTo({ current: 'next', next })
  app.clock.now = new Date('2026-03-12T23:59:59Z')
  expect((await read(token)).status).toBe(200)
  expect(await linkOf()).not.toBe(token)
  app.services.keys = keys
})

test('a network address can make sixty tracking calls a minute in total', async () => {
  const token = await tokenOf(await aDelivery(app, pharmacy))
  for (let i = 0; i < 59; i++) expect((await read(token)).status).toBe(200)
  expect((await access(token, 'Ring')).status).toBe(200)
  expect((await read(token)).status).toBe(429)
  expect((await unsubscribe(token)).status).toBe(429)
})

test('an organization that sends no updates offers no link', async () => {
  const { id } = await aDelivery(app, pharmacy)
  const { body } = await app.call(recipientUpdates.readUpdates, { as: pharmacy.admin, params: { id } })
  expect(body).toEqual({ link_of: null, stopped: null, updates: [] })
  const copied = await app.call(recipientUpdates.copyRecipientLink, { as: pharmacy.admin, params: { id } })
  expect(copied).toMatchObject({ status: 409, body: { detail: 'Your organization sends no updates' } })
})
