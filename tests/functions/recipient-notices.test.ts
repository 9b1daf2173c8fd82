import { createServer } from 'node:http'
import { closeServer, serverAddress } from '@carelane/simulators/loopback-server'
import { describe, expect } from 'vitest'
import { openMailer } from '#functions/aws/mailer.ts'
import { recordFeedback } from '#functions/mail/record-feedback.ts'
import * as activity from '#shared/api/activity.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import * as patients from '#shared/api/patients.ts'
import { declareMistake, planAgain } from '#shared/api/proofs.ts'
import { answerDayRequest, copyRecipientLink, readPatientUpdates, readUpdates } from '#shared/api/recipient-updates.ts'
import * as runs from '#shared/api/runs.ts'
import { updateSettings } from '#shared/api/settings.ts'
import * as tracking from '#shared/api/tracking.ts'
import type { Delivery } from '#shared/model/delivery.ts'
import { utcDate } from '#shared/rules/dates.ts'
import { doorToken } from '#tests/calls/tracking.ts'
import { aDelivery, aPatient, complete, patientBody } from '#tests/support/builders.ts'
import { passSeconds, seconds } from '#tests/support/clock.ts'
import { mailsOf } from '#tests/support/mailbox.ts'
import { noticeBounce } from '#tests/support/notice-bounce.ts'
import { app, test } from '#tests/support/product-test.ts'
import type { Organisation } from '#tests/support/test-app.ts'

const today = '2026-03-10'
const tomorrow = '2026-03-11'

let pharmacy: Organisation
let people = 0
test.beforeEach(async () => {
  app.clock.now = new Date(`${today}T08:30:00Z`)
  pharmacy = await app.createPharmacy()
  await choose('all')
})

const choose = (recipient_notices: 'off' | 'asked' | 'all') =>
  app.call(updateSettings, { as: pharmacy.admin, body: { recipient_notices } })

/** Creates a patient with an email address of their own. */
async function aRecipient(fields: object = {}) {
  const email = `recipient${++people}@example.com`
  return aPatient(app, await as(), { email, address: `${people} Elm Street`, notices: 'default', ...fields })
}

const planned = async (fields: Partial<Delivery> = {}, of: object = {}) => {
  const patient = await aRecipient(of)
  // The clock may have moved on for longer than a session lasts, so people sign in again.
  const now = { ...pharmacy, admin: await as(), driver: await app.signIn(pharmacy.driver.user) }
  return aDelivery(app, now, { patient_id: patient.id, ...fields })
}

const subjectsTo = async ({ email }: { email: string }) => (await mailsOf(app, email)).map(({ subject }) => subject)
const at = (time: string, day = today) => {
  app.clock.now = new Date(`${day}T${time}:00Z`)
}
const as = async () => app.signIn(pharmacy.admin.user)
const setStatus = async ({ id }: Delivery, status: string) =>
  app.call(deliveries.changeStatus, { as: await as(), params: { id }, body: { status } })
const start = async () =>
  app.call(runs.startRun, {
    as: await app.signIn(pharmacy.driver.user),
    params: { date: today, user_id: pharmacy.driver.user.id },
    body: { include_not_loaded: true },
  })
const finish = async ({ id }: Delivery) => complete(app, await app.signIn(pharmacy.driver.user), id)

const says = (rest: string) => `Your delivery from Corner Pharmacy ${rest}`

test('a day at two addresses: planned, on its way, next, delivered and failed, each sent once', async () => {
  const first = await planned({ status: 'assigned', time_range: '09:00-12:00' })
  const second = await planned({ status: 'assigned', time_range: '12:00-15:00' })
  await app.sendAllMails()
  expect(await subjectsTo(first)).toEqual([says('arrives today')])
  await start()
  await app.sendAllMails()
  expect((await subjectsTo(first)).slice(1)).toEqual([says('is next')])
  expect((await subjectsTo(second)).slice(1)).toEqual([says('is on its way')])
  await finish(first)
  await app.sendAllMails()
  expect((await subjectsTo(first)).slice(2)).toEqual([says('was delivered')])
  expect((await subjectsTo(second)).slice(2)).toEqual([says('is next')])
  await setStatus(second, 'failed')
  await app.sendAllMails()
  await app.sendAllMails()
  expect((await subjectsTo(second)).slice(3)).toEqual(['We could not deliver your package'])
  expect((await mailsOf(app, second.email)).length).toBe(4)
})

test('an email’s button suits its news, and its line does not break inside the pharmacy’s number', async () => {
  const delivery = await planned({ status: 'assigned' })
  await app.sendAllMails()
  await start()
  await app.sendAllMails()
  await finish(delivery)
  await app.sendAllMails()
  const mails = (await mailsOf(app, delivery.email)).map(({ body }) => body.text)
  const labels = ['Your delivery:', 'Where is it?', 'Your delivery:']
  expect(mails).toEqual(labels.map((label) => expect.stringContaining(`\n\n${label}\nhttp`)))
  for (const text of mails) expect(text).toContain('Questions? Call Corner Pharmacy: (555)\u00a0010-0100')
})

test('in a language from right to left, the pharmacy’s number keeps the order of its digits', async () => {
  const delivery = await planned({ language: 'arabic' })
  await app.sendAllMails()
  const [mail] = await mailsOf(app, delivery.email)
  expect(mail?.body.text).toContain('\u2068(555)\u00a0010-0100\u2069')
})

test('an email names no one, links to the tracking page and offers to unsubscribe in one click', async () => {
  const delivery = await planned({}, { name: 'Zebulon Quartermaine' })
  await app.sendAllMails()
  const [mail] = await mailsOf(app, delivery.email)
  const { body } = await app.call(copyRecipientLink, { as: pharmacy.admin, params: { id: delivery.id } })
  expect(mail?.body.text).toContain(body.url)
  expect(mail?.body.html).toContain(body.url)
  const token = body.url.split('/').at(-1)
  expect(mail?.headers).toEqual([
    { name: 'List-Unsubscribe', value: `<${app.services.appOrigin}/api/track/${token}/unsubscribe>` },
    { name: 'List-Unsubscribe-Post', value: 'List-Unsubscribe=One-Click' },
  ])
  const whole = JSON.stringify([mail?.subject, mail?.body])
  for (const secret of [
    'Zebulon',
    'Quartermaine',
    delivery.delivery_address,
    'RX-1',
    'SKU-1',
    patientBody.access_notes,
    delivery.id,
  ])
    expect([secret, whole.includes(secret)]).toEqual([secret, false])
  const { body: updates } = await app.call(readUpdates, { as: pharmacy.admin, params: { id: delivery.id } })
  expect(updates.updates).toMatchObject([{ kind: 'planned', email: delivery.email, state: 'sent', reason: null }])
  await app.call(tracking.endNotices, { params: { token } })
  await setStatus(delivery, 'cancelled')
  const { body: events } = await app.call(activity.listActivity, {
    as: pharmacy.admin,
    query: { subject_id: delivery.id, action: 'notice.sent' },
  })
  expect(events).toMatchObject([{ actor: { name: 'System' } }])
})

test.each([
  ['off', 'email', 0],
  ['asked', 'default', 0],
  ['asked', 'email', 1],
  ['all', 'default', 1],
  ['all', 'none', 0],
] as const)('with the setting %s, a patient who chose %s is notified %d times', async (setting, notices, times) => {
  await choose(setting)
  const delivery = await planned({}, { notices })
  await app.sendAllMails()
  expect((await subjectsTo(delivery)).length).toBe(times)
})

test('an email comes from the pharmacy’s name, and replies go to its reply address', async () => {
  const reply_to = 'counter@corner.example'
  await app.call(updateSettings, { as: pharmacy.admin, body: { recipient_notices: 'all', reply_to } })
  const { email } = await planned()
  await app.sendAllMails()
  const [mail] = await mailsOf(app, email)
  expect(mail?.from).toContain('Corner Pharmacy via Carelane')
  expect(mail?.replyTo).toEqual([reply_to])
})

test('without an email address, nothing is sent or queued', async () => {
  await planned({}, { email: '' })
  await app.sendAllMails()
  expect((await mailsOf(app)).filter(({ destination }) => destination.to.includes(''))).toEqual([])
})

test('several packages at one address are one message', async () => {
  const patient = await aRecipient()
  const [one, two] = [
    await aDelivery(app, pharmacy, { patient_id: patient.id, status: 'assigned' }),
    await aDelivery(app, pharmacy, { patient_id: patient.id, status: 'assigned' }),
  ]
  await app.sendAllMails()
  await start()
  await app.sendAllMails()
  expect(await subjectsTo(one)).toEqual([says('arrives today'), says('is next')])
  await finish(one)
  await app.sendAllMails()
  expect((await subjectsTo(one)).length).toBe(2)
  await setStatus(two, 'failed')
  await app.sendAllMails()
  expect((await subjectsTo(one)).slice(2)).toEqual([says('was delivered')])
})

describe('on the day before', () => {
  test('recipients are notified at nine, in steps that can be repeated', async () => {
    at('07:00')
    const own = await app.createPharmacy()
    pharmacy = own
    await choose('all')
    const all = []
    for (let i = 0; i < 3; i++) all.push(await planned({ delivery_date: tomorrow, status: i ? 'assigned' : 'pending' }))
    await app.sendAllMails()
    expect(await Promise.all(all.map(subjectsTo))).toEqual([[], [], []])
    at('09:00')
    await Promise.all([app.sendMails(), app.sendMails()])
    await app.sendAllMails()
    await app.sendAllMails()
    expect(await Promise.all(all.map(subjectsTo))).toEqual(all.map(() => [says('arrives tomorrow')]))
    at('09:30', tomorrow)
    const later = await planned({ delivery_date: '2026-03-12' })
    await app.sendAllMails()
    expect(await subjectsTo(later)).toEqual([says('arrives tomorrow')])
    expect(await Promise.all(all.map(subjectsTo))).toEqual(all.map(() => [says('arrives tomorrow')]))
  })

  test('a delivery planned after nine for tomorrow is announced at once, but not one for a later day', async () => {
    at('12:00')
    const [soon, later] = [await planned({ delivery_date: tomorrow }), await planned({ delivery_date: '2026-03-20' })]
    await app.sendAllMails()
    expect([await subjectsTo(soon), await subjectsTo(later)]).toEqual([[says('arrives tomorrow')], []])
  })
})

test('evening updates wait until eight and are then sent if still true', async () => {
  at('21:00')
  const delivery = await planned({ delivery_date: tomorrow, status: 'assigned' })
  const out = await planned({ status: 'in_progress' })
  await app.sendAllMails()
  expect([await subjectsTo(delivery), await subjectsTo(out)]).toEqual([[], []])
  at('08:00', tomorrow)
  await app.sendAllMails()
  expect([await subjectsTo(delivery), await subjectsTo(out)]).toEqual([[says('arrives today')], []])
})

test('an update that is outdated before it is sent is dropped', async () => {
  at('21:00')
  const [cancelled, moved, gone] = [
    await planned({ delivery_date: tomorrow, status: 'assigned' }),
    await planned({ delivery_date: tomorrow }),
    await planned({ delivery_date: tomorrow }),
  ]
  await setStatus(cancelled, 'cancelled')
  await app.call(deliveries.updateDelivery, {
    as: await as(),
    params: { id: moved.id },
    body: { delivery_date: '2026-03-20' },
  })
  await app.call(deliveries.deleteDelivery, { as: await as(), params: { id: gone.id } })
  at('08:00', tomorrow)
  await app.sendAllMails()
  expect(await Promise.all([cancelled, moved, gone].map(subjectsTo))).toEqual([[], [], []])
})

test('after an hour without SES, each update that is still true is sent once, and no other', {
  tags: ['proof'],
}, async () => {
  const [stored, cancelled] = [await planned({ status: 'assigned' }), await planned({ status: 'assigned' })]
  const { send } = app.services.mailer
  app.services.mailer.send = () =>
    Promise.reject(Object.assign(new Error(), { name: 'ServiceUnavailable', $metadata: { httpStatusCode: 503 } }))
  for (let minutes = 0; minutes < 60; minutes += 4) {
    await app.sendMails()
    passSeconds(app, 4 * seconds.minute)
  }
  await setStatus(cancelled, 'cancelled')
  app.services.mailer.send = send
  await app.sendAllMails()
  expect([await subjectsTo(stored), await subjectsTo(cancelled)]).toEqual([[says('arrives today')], []])
})

test('a timed-out response from SES is never followed by a second email, and its delivery event settles it', async () => {
  const delivery = await planned()
  const { send } = app.services.mailer
  app.services.mailer.send = async (message) => {
    await send(message)
    throw Object.assign(new Error(), { name: 'TimeoutError' })
  }
  await app.sendAllMails()
  app.services.mailer.send = send
  app.clock.now = new Date(app.clock.now.getTime() + 600_000)
  await app.sendAllMails()
  expect((await subjectsTo(delivery)).length).toBe(1)
  const { body } = await app.call(readUpdates, { as: await as(), params: { id: delivery.id } })
  expect(body.updates).toMatchObject([{ kind: 'planned', state: 'sent' }])
})

test('an email is sent although SES responds slowly, because a response that is missed is not waited for again', {
  tags: ['proof'],
}, async () => {
  const accepted =
    '<SendRawEmailResponse><SendRawEmailResult><MessageId>1</MessageId></SendRawEmailResult></SendRawEmailResponse>'
  const slow = createServer((_, response) => setTimeout(() => response.end(accepted), 1_300))
  await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve))
  const { AWS_ENDPOINT_URL_SES } = process.env
  process.env.AWS_ENDPOINT_URL_SES = serverAddress(slow).origin
  const { mailer } = app.services
  app.services.mailer = openMailer('no-reply@carelane.example')
  const delivery = await planned()
  await app.sendAllMails()
  app.services.mailer = mailer
  process.env.AWS_ENDPOINT_URL_SES = AWS_ENDPOINT_URL_SES
  await closeServer(slow)
  const { body } = await app.call(readUpdates, { as: await as(), params: { id: delivery.id } })
  expect(body.updates).toMatchObject([{ kind: 'planned', state: 'sent' }])
})

describe('a returned email', () => {
  const updatesOf = async ({ id }: Delivery) =>
    (await app.call(readUpdates, { as: await as(), params: { id } })).body.updates
  const bouncesOf = async ({ id: subject_id }: Delivery) =>
    (await app.call(activity.listActivity, { as: await as(), query: { subject_id, action: 'notice.bounced' } })).body

  const feedbackOf = async ({ id, email }: Delivery, tags: object = {}) =>
    noticeBounce(app, { id, email, token: await doorToken(app, { admin: await as() }, id) }, tags)

  test.each([
    ['bounce', 'bounced'],
    ['complaint', 'complained'],
  ])('by a %s is shown on its delivery and logged once, even if SES repeats it', async (reason, state) => {
    const delivery = await planned({}, { email: `${reason}+${++people}@simulator.amazonses.com` })
    await app.sendAllMails()
    expect(await updatesOf(delivery)).toMatchObject([{ kind: 'planned', state }])
    const again = await feedbackOf(delivery)
    await Promise.all([recordFeedback(app.services, again), recordFeedback(app.services, again)])
    expect(await updatesOf(delivery)).toMatchObject([{ kind: 'planned', state }])
    expect(await bouncesOf(delivery)).toMatchObject([
      { actor: { name: 'System' }, changes: [{ field: 'update', from: 'planned', to: state }] },
    ])
  })

  test('is also shown a day later, and after a sending without a response', async () => {
    const { send } = app.services.mailer
    app.services.mailer.send = () => Promise.reject(Object.assign(new Error(), { name: 'TimeoutError' }))
    const delivery = await planned()
    await app.sendAllMails()
    app.services.mailer.send = send
    expect(await updatesOf(delivery)).toMatchObject([{ state: 'unknown' }])
    await recordFeedback(app.services, await feedbackOf(delivery))
    expect(await updatesOf(delivery)).toMatchObject([{ state: 'bounced' }])
  })

  test('is not the only news from SES: a delivery settles a sending without a response, as one event', async () => {
    const { send } = app.services.mailer
    app.services.mailer.send = () => Promise.reject(Object.assign(new Error(), { name: 'TimeoutError' }))
    const delivery = await planned()
    await app.sendAllMails()
    app.services.mailer.send = send
    const { time, detail } = await feedbackOf(delivery)
    const delivered = { time, detail: { eventType: 'Delivery', mail: detail.mail, delivery: {} } }
    for (let i = 0; i < 2; i++) await recordFeedback(app.services, delivered)
    expect(await updatesOf(delivery)).toMatchObject([{ state: 'sent' }])
    const { body } = await app.call(activity.listActivity, {
      as: pharmacy.admin,
      query: { subject_id: delivery.id, action: 'notice.sent' },
    })
    expect(body).toMatchObject([{ changes: [{ field: 'update', from: null, to: 'planned' }] }])
    await recordFeedback(app.services, await feedbackOf(delivery))
    await recordFeedback(app.services, delivered)
    expect(await updatesOf(delivery)).toMatchObject([{ state: 'bounced' }])
  })

  test('changes nothing for an unknown notice, a full mailbox or another organization’s delivery', async () => {
    const delivery = await planned()
    await app.sendAllMails()
    const other = await aDelivery(app, await app.createPharmacy())
    const event = await feedbackOf(delivery)
    const full = { bounceType: 'Transient', bouncedRecipients: [{ emailAddress: delivery.email }] }
    await recordFeedback(app.services, { ...event, detail: { ...event.detail, bounce: full } })
    for (const tags of [{ mail: ['another'] }, { door: ['another'] }, { door: [] }, { mail: undefined }])
      await recordFeedback(app.services, await feedbackOf(delivery, tags))
    expect(await updatesOf(delivery)).toMatchObject([{ state: 'sent' }])
    await recordFeedback(app.services, await feedbackOf(delivery, { delivery: [other.id] }))
    expect(await updatesOf(delivery)).toMatchObject([{ state: 'bounced' }])
    expect(await bouncesOf(delivery)).toEqual([])
  })
})

test('an email that SES accepted is marked as sent, even if its address changes concurrently', async () => {
  const delivery = await planned()
  const token = await doorToken(app, { admin: await as() }, delivery.id)
  const { send } = app.services.mailer
  app.services.mailer.send = async (message) => {
    await send(message)
    await app.call(tracking.storeAccessNote, { params: { token }, body: { access_notes: 'Ring twice' } })
  }
  await app.sendAllMails()
  app.services.mailer.send = send
  const { body } = await app.call(readUpdates, { as: await as(), params: { id: delivery.id } })
  expect(body.updates).toMatchObject([{ kind: 'planned', state: 'sent' }])
})

test('an undeliverable address gets no more updates, and the delivery shows why', async () => {
  const email = `bounce+${++people}@simulator.amazonses.com`
  const delivery = await planned({ status: 'assigned' }, { email })
  await app.sendAllMails()
  await start()
  await app.sendAllMails()
  expect((await mailsOf(app, email)).length).toBe(1)
  const { body } = await app.call(readUpdates, { as: pharmacy.admin, params: { id: delivery.id } })
  expect(body.stopped).toMatchObject({ reason: 'bounce' })
})

describe('a patient', () => {
  const updatesOf = async ({ patient_id }: Delivery) =>
    (await app.call(readPatientUpdates, { as: await as(), params: { id: patient_id } })).body

  test('sees the updates for all of their addresses, oldest first, and the next delivery’s link', async () => {
    at('11:00')
    const first = await planned({ status: 'assigned' })
    await app.sendAllMails()
    await start()
    await finish(first)
    await app.sendAllMails()
    const now = { ...pharmacy, admin: await as() }
    const second = await aDelivery(app, now, { patient_id: first.patient_id, delivery_date: tomorrow })
    await aDelivery(app, now, { patient_id: first.patient_id, delivery_date: '2026-03-20' })
    await app.sendAllMails()
    const { link_of, stopped, updates } = await updatesOf(first)
    expect([link_of, stopped]).toEqual([second.id, null])
    expect(updates.map(({ kind }: { kind: string }) => kind)).toEqual(['planned', 'delivered', 'planned'])
  })

  test('has no link without a planned delivery or if the organization sends no updates', async () => {
    const delivery = await planned({ status: 'cancelled' })
    expect(await updatesOf(delivery)).toEqual({ link_of: null, stopped: null, updates: [] })
    const other = await planned()
    await choose('off')
    expect(await updatesOf(other)).toMatchObject({ link_of: null })
  })

  test.each(['bounce', 'complaint'])('whose address had a %s shows since when nothing is sent', async (reason) => {
    const delivery = await planned({}, { email: `${reason}+${++people}@simulator.amazonses.com` })
    expect(await updatesOf(delivery)).toMatchObject({ stopped: null })
    await app.sendAllMails()
    expect(await updatesOf(delivery)).toMatchObject({ stopped: { reason, day: utcDate(new Date()) } })
  })

  test('who unsubscribed has its date until staff turn updates on again', async () => {
    const delivery = await planned()
    const { body: copied } = await app.call(copyRecipientLink, { as: await as(), params: { id: delivery.id } })
    await app.call(tracking.endNotices, { params: { token: copied.url.split('/').at(-1) } })
    expect(await updatesOf(delivery)).toMatchObject({ stopped: { reason: 'unsubscribed', day: today } })
    const history = await app.call(deliveries.readStatusHistory, { as: await as(), params: { id: delivery.id } })
    expect(history.body[0]).toMatchObject({ changed_by_name: 'Recipient', notes: 'The recipient ended the updates' })
    const params = { id: delivery.patient_id }
    await app.call(patients.updatePatient, { as: await as(), params, body: { notices: 'email' } })
    expect(await updatesOf(delivery)).toMatchObject({ stopped: null })
  })
})

test('an address gets at most twelve updates a day, for all its patients together', { tags: ['proof'] }, async () => {
  const email = `many${++people}@example.com`
  for (let i = 0; i < 14; i++) await planned({}, { email })
  await app.sendAllMails()
  expect((await mailsOf(app, email)).length).toBe(12)
})

describe('residents of a home whose nurse reads their email', () => {
  const aHome = async (count: number, is_business_address = true) => {
    const home = { address: '1 Care Home', is_business_address, email: `nurse${++people}@example.com` }
    const residents: Delivery[] = []
    for (let room = 1; room <= count; room++)
      residents.push(await planned({ status: 'assigned' }, { ...home, apt_suite_building: `Room ${room}` }))
    return residents
  }

  test.each([
    ['a home that is one stop', true],
    ['a home of which no one has said yet that it is one stop', false],
  ] as const)('the nurse of %s gets each notice once, and the page counts all packages', async (_, isOneStop) => {
    const residents = await aHome(3, isOneStop)
    const [first] = residents
    if (!first) throw new Error('No resident')
    await app.sendAllMails()
    expect(await subjectsTo(first)).toEqual([says('arrives today')])
    await start()
    await app.sendAllMails()
    for (const resident of residents) await finish(resident)
    await app.sendAllMails()
    expect(await subjectsTo(first)).toEqual([says('arrives today'), says('is next'), says('was delivered')])
    const token = await doorToken(app, { admin: await as() }, first.id)
    const { body } = await app.call(tracking.readTracking, { params: { token } })
    expect(body).toMatchObject({ state: 'delivered', packages: 3 })
  })

  test('one click ends the notices for all of them', async () => {
    const residents = await aHome(2)
    await app.sendAllMails()
    const token = await doorToken(app, pharmacy, residents[0]?.id ?? '')
    await app.call(tracking.endNotices, { params: { token } })
    for (const { patient_id } of residents) {
      const { body } = await app.call(patients.readPatient, { as: pharmacy.admin, params: { id: patient_id } })
      expect(body.notices).toBe('none')
    }
  })

  test.each([
    ['residents of a home', true],
    ['a couple at one address', false],
  ] as const)('%s with email addresses of their own get their own notices', async (_, is_business_address) => {
    const address = { address: '1 Care Home', is_business_address }
    const before = await planned({ status: 'assigned', time_range: '09:00-12:00' })
    const later = { status: 'assigned', time_range: '12:00-15:00' } as const
    const [one, two] = [await planned(later, address), await planned(later, address)]
    await app.sendAllMails()
    await start()
    await app.sendAllMails()
    await finish(before)
    await app.sendAllMails()
    for (const each of [one, two])
      expect(await subjectsTo(each)).toEqual([says('arrives today'), says('is on its way'), says('is next')])
  })
})

describe('the time range of a delivery planned for today', () => {
  const textOf = async ({ email }: Delivery) => (await mailsOf(app, email)).map(({ body }) => body.text)

  test('is named before it begins', async () => {
    const delivery = await planned({ time_range: '09:00-12:00' })
    await app.sendAllMails()
    expect(await textOf(delivery)).toEqual([expect.stringContaining('12\u00a0PM')])
  })

  test('is not named once it has begun', async () => {
    at('10:00')
    const delivery = await planned({ time_range: '09:00-12:00' })
    await app.sendAllMails()
    expect(await subjectsTo(delivery)).toEqual([says('arrives today')])
    expect(await textOf(delivery)).toEqual([expect.not.stringContaining('12\u00a0PM')])
  })

  test('keeps the notice from being sent once it has ended', async () => {
    at('14:35')
    const delivery = await planned({ time_range: '09:00-12:00' })
    await app.sendAllMails()
    expect(await subjectsTo(delivery)).toEqual([])
  })
})

describe('a delivery that moves', () => {
  const movedTo = (day: string) => says(`was moved to ${day}`)
  const move = async ({ id }: Delivery, fields: object) =>
    app.call(deliveries.updateDelivery, { as: await as(), params: { id }, body: fields })
  const later = async () => {
    passSeconds(app, 90)
    await app.sendAllMails()
  }

  test('tells its recipient the new day, also when it moves back', async () => {
    const delivery = await planned()
    await app.sendAllMails()
    await move(delivery, { delivery_date: '2026-03-17' })
    await later()
    await move(delivery, { delivery_date: today, time_range: '18:00-21:00' })
    await later()
    expect(await subjectsTo(delivery)).toEqual([says('arrives today'), movedTo('Tue, Mar 17'), movedTo('Tue, Mar 10')])
  })

  test('tells its recipient the new time range of the same day', async () => {
    const delivery = await planned({ time_range: '09:00-12:00' })
    await app.sendAllMails()
    await move(delivery, { time_range: '15:00-18:00' })
    await later()
    expect((await subjectsTo(delivery)).slice(1)).toEqual([movedTo('Tue, Mar 10')])
  })

  test('tells no one about a move that is undone within a minute', async () => {
    const delivery = await planned()
    await app.sendAllMails()
    await move(delivery, { delivery_date: '2026-03-17' })
    await move(delivery, { delivery_date: today })
    await later()
    expect(await subjectsTo(delivery)).toEqual([says('arrives today')])
  })

  test('sends a recipient the day they asked for, even if no day was sent before', async () => {
    const delivery = await planned({ delivery_date: '2026-03-16' })
    const token = await doorToken(app, pharmacy, delivery.id)
    await app.call(tracking.askForDay, {
      params: { token },
      body: { delivery_date: '2026-03-17', time_range: '12:00-15:00' },
    })
    await app.call(answerDayRequest, { as: pharmacy.admin, params: { id: delivery.id }, body: { answer: 'move' } })
    await later()
    expect(await subjectsTo(delivery)).toEqual([movedTo('Tue, Mar 17')])
  })

  test('tells a recipient that the day stays if the pharmacy keeps it, once for all packages at the door', async () => {
    const delivery = await planned({ delivery_date: '2026-03-16' })
    const second = await aDelivery(app, pharmacy, { patient_id: delivery.patient_id, delivery_date: '2026-03-16' })
    const token = await doorToken(app, pharmacy, delivery.id)
    const ask = (delivery_date: string) =>
      app.call(tracking.askForDay, { params: { token }, body: { delivery_date, time_range: '12:00-15:00' } })
    const keep = async ({ id }: Delivery) =>
      app.call(answerDayRequest, { as: await as(), params: { id }, body: { answer: 'keep' } })
    const stays = says('stays on Mon, Mar 16')
    await ask('2026-03-17')
    await keep(delivery)
    await later()
    await keep(second)
    await later()
    expect(await subjectsTo(delivery)).toEqual([stays])
    expect((await app.call(readUpdates, { as: await as(), params: { id: delivery.id } })).body.updates).toMatchObject([
      { kind: 'confirmed', state: 'sent' },
    ])

    passSeconds(app, 3600)
    await ask('2026-03-17')
    await keep(delivery)
    await keep(second)
    await later()
    expect(await subjectsTo(delivery)).toEqual([stays, stays])
  })

  test('tells a recipient who takes the wish back nothing, as the page says it', async () => {
    const delivery = await planned({ delivery_date: '2026-03-16' })
    const token = await doorToken(app, pharmacy, delivery.id)
    for (const delivery_date of ['2026-03-17', '2026-03-16'])
      await app.call(tracking.askForDay, {
        params: { token },
        body: { delivery_date, time_range: delivery.time_range },
      })
    await later()
    expect(await subjectsTo(delivery)).toEqual([])
  })

  test('sends nothing if no day was sent to its recipient yet', async () => {
    const delivery = await planned({ delivery_date: '2026-03-16' })
    await move(delivery, { delivery_date: '2026-03-17' })
    await later()
    expect(await subjectsTo(delivery)).toEqual([])
  })

  test('reminds its recipient on the day before the new day, but not twice on one day', {
    tags: ['proof'],
  }, async () => {
    const [far, near] = [await planned(), await planned()]
    await app.sendAllMails()
    await move(far, { delivery_date: '2026-03-13' })
    at('10:00')
    await move(near, { delivery_date: tomorrow })
    await later()
    at('09:30', '2026-03-12')
    await app.sendAllMails()
    await app.sendAllMails()
    expect((await subjectsTo(far)).slice(1)).toEqual([movedTo('Fri, Mar 13'), says('arrives tomorrow')])
    expect((await subjectsTo(near)).slice(1)).toEqual([movedTo('Wed, Mar 11')])
  })
})

test('patients who unsubscribed get no more updates, even about a delivery under way', async () => {
  const delivery = await planned({ status: 'assigned' })
  await app.sendAllMails()
  await app.call(patients.updatePatient, {
    as: pharmacy.admin,
    params: { id: delivery.patient_id },
    body: { notices: 'none' },
  })
  await start()
  await app.sendAllMails()
  expect((await subjectsTo(delivery)).length).toBe(1)
})

describe('a delivery that is planned again after a mistake', () => {
  const declare = async ({ id }: Delivery) =>
    app.call(declareMistake, { as: await as(), params: { id }, body: { reason: 'Signed by a neighbor' } })
  const again = async ({ id }: Delivery): Promise<Delivery> =>
    (await app.call(planAgain, { as: await as(), params: { id } })).body
  const assign = async ({ id }: Delivery) =>
    app.call(deliveries.updateDelivery, {
      as: await as(),
      params: { id },
      body: { pharmacist_id: pharmacy.driver.user.id },
    })
  const updatesOf = async ({ id }: Delivery) =>
    (await app.call(readUpdates, { as: await as(), params: { id } })).body.updates.map(
      ({ kind }: { kind: string }) => kind,
    )
  const wronglyDelivered = async () => {
    const delivery = await planned({ status: 'assigned', time_range: '12:00-15:00' })
    await app.sendAllMails()
    await start()
    await app.sendAllMails()
    await finish(delivery)
    await app.sendAllMails()
    passSeconds(app, 60)
    await declare(delivery)
    return delivery
  }

  test('has only its own messages under its updates', async () => {
    const wrong = await wronglyDelivered()
    expect(await updatesOf(wrong)).toEqual(['planned', 'next', 'delivered'])
    const right = await again(wrong)
    expect(await updatesOf(right)).toEqual([])
    await app.sendAllMails()
    expect(await updatesOf(right)).toEqual(['planned'])
  })

  test('has its messages sent, although the recipient already read that it was delivered', {
    tags: ['proof'],
  }, async () => {
    const wrong = await wronglyDelivered()
    const right = await again(wrong)
    await assign(right)
    await app.sendAllMails()
    await start()
    await app.sendAllMails()
    await finish(right)
    await app.sendAllMails()
    expect((await subjectsTo(wrong)).slice(3)).toEqual([says('arrives today'), says('is next'), says('was delivered')])
  })

  test('is what the recipient’s page shows, which says nothing of the mistake', async () => {
    const wrong = await wronglyDelivered()
    const token = await doorToken(app, pharmacy, wrong.id)
    const stateOf = async () => (await app.call(tracking.readTracking, { params: { token } })).body.state
    expect(await stateOf()).toBe('cancelled')
    await again(wrong)
    expect(await stateOf()).toBe('planned')
  })
})
