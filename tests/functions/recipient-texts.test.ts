import { PinpointSMSVoiceV2Client, PutOptedOutNumberCommand } from '@aws-sdk/client-pinpoint-sms-voice-v2'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openSmsSender } from '#functions/aws/sms-sender.ts'
import { openLog } from '#functions/http/log.ts'
import * as activity from '#shared/api/activity.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import { importPatients } from '#shared/api/imports.ts'
import * as patients from '#shared/api/patients.ts'
import { copyRecipientLink, readPatientUpdates, readUpdates } from '#shared/api/recipient-updates.ts'
import { updateSettings } from '#shared/api/settings.ts'
import { readTracking } from '#shared/api/tracking.ts'
import type { Delivery } from '#shared/model/delivery.ts'
import { languages } from '#shared/model/delivery-form.ts'
import { aDelivery, aPatient, complete, patientBody } from '#tests/support/builders.ts'
import { runWorker } from '#tests/support/day-of-doors.ts'
import { sampleUnlessProof } from '#tests/support/how-many.ts'
import { mailsOf } from '#tests/support/mailbox.ts'
import { type Organisation, openTestApp, type TestApp } from '#tests/support/test-app.ts'

const today = '2026-03-10'
const tomorrow = '2026-03-11'
const identity = '+18005550100'

let app: TestApp
let pharmacy: Organisation
let people = 0
beforeAll(async () => {
  app = await openTestApp({ smsIdentity: identity })
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.now = new Date(`${today}T08:30:00Z`)
  pharmacy = await app.createPharmacy()
  await choose('asked')
})

const as = async () => app.signIn(pharmacy.admin.user)
const choose = async (recipient_notices: 'off' | 'asked' | 'all') =>
  app.call(updateSettings, { as: await as(), body: { recipient_notices } })

const nextNumber = () => `+1212${String(1_000_000 + ++people)}`

/** Creates a delivery to a patient who wants text messages, with a number of their own. */
async function planned(fields: Partial<Delivery> = {}, of: object = {}) {
  const phone = nextNumber()
  const own = { phone, email: `texted${people}@example.com`, address: `${people} Elm Street`, notices: 'sms' }
  const now = { ...pharmacy, admin: await as(), driver: await app.signIn(pharmacy.driver.user) }
  const patient = await aPatient(app, now.admin, { ...own, ...of })
  return aDelivery(app, now, { patient_id: patient.id, ...fields })
}

const textsTo = async (number: string) => (await mailsOf(app, number)).map(({ body }) => body.text)
const sentencesTo = async ({ phone }: Pick<Delivery, 'phone'>) =>
  (await textsTo(phone)).map((text) => text.split('\n')[0])
const setStatus = async ({ id }: Delivery, status: string) =>
  app.call(deliveries.changeStatus, { as: await as(), params: { id }, body: { status } })
const updatesOf = async ({ id }: Delivery) => (await app.call(readUpdates, { as: await as(), params: { id } })).body
const eventsOf = async ({ id: subject_id }: Delivery, action: string) =>
  (await app.call(activity.listActivity, { as: await as(), query: { subject_id, action } })).body
const later = (minutes: number) => {
  app.clock.now = new Date(app.clock.now.getTime() + minutes * 60_000)
}
const says = (rest: string) => `Your delivery from Corner Pharmacy ${rest}`

test('a patient who wants text messages gets them instead of emails, each once and true', async () => {
  const delivery = await planned({ status: 'assigned' })
  await app.sendAllMails()
  await setStatus(delivery, 'in_progress')
  await app.sendAllMails()
  await complete(app, await app.signIn(pharmacy.driver.user), delivery.id)
  await app.sendAllMails()
  await app.sendAllMails()
  expect(await sentencesTo(delivery)).toEqual([says('arrives today'), says('is next'), says('was delivered')])
  expect(await mailsOf(app, delivery.email)).toEqual([])
  const { phone } = delivery
  expect((await updatesOf(delivery)).updates).toMatchObject(
    ['planned', 'next', 'delivered'].map((kind) => ({ kind, email: '', phone, state: 'sent' })),
  )
  expect(await eventsOf(delivery, 'notice.sent')).toHaveLength(3)
})

test('a text message has its address’s link and the way to unsubscribe, and names no one', async () => {
  const delivery = await planned({}, { name: 'Zebulon Quartermaine' })
  const lines: string[] = []
  const { log } = app.services
  app.services.log = openLog('DEBUG', (line) => lines.push(line))
  await app.sendAllMails()
  app.services.log = log
  const [text = ''] = await textsTo(delivery.phone)
  const { url: link } = (await app.call(copyRecipientLink, { as: await as(), params: { id: delivery.id } })).body
  expect(text).toBe(`${says('arrives today')}\n${link}\nReply STOP to end`)
  expect((await app.call(readTracking, { params: { token: link.split('/').at(-1) } })).status).toBe(200)
  const written = JSON.stringify([text, lines])
  for (const secret of ['Zebulon', 'Quartermaine', delivery.delivery_address, 'RX-1', 'SKU-1', delivery.email])
    expect([secret, written.includes(secret)]).toEqual([secret, false])
  expect(lines.join()).not.toContain(delivery.phone.slice(-7))
})

test('a patient without an email address gets text messages too', async () => {
  const delivery = await planned({ status: 'assigned' }, { email: '' })
  await app.sendAllMails()
  await setStatus(delivery, 'in_progress')
  await app.sendAllMails()
  expect(await sentencesTo(delivery)).toEqual([says('arrives today'), says('is next')])
})

test.each([
  ['(212) 010-4142', '+12120104142'],
  ['1 212 010 4143', '+12120104143'],
  ['+1 (212) 010-4144', '+12120104144'],
])('the phone %s is texted as %s', async (phone, number) => {
  await planned({}, { phone })
  await app.sendAllMails()
  expect(await textsTo(number)).toHaveLength(1)
})

test('the organization’s setting alone does not send text messages to anyone', async () => {
  await choose('all')
  const delivery = await planned({}, { notices: 'default' })
  await app.sendAllMails()
  expect([await textsTo(delivery.phone), (await mailsOf(app, delivery.email)).length]).toEqual([[], 1])
})

test('an organization can text the patients who have no email address', async () => {
  await choose('all')
  await app.call(updateSettings, { as: pharmacy.admin, body: { recipient_notice_ways: 'email_or_text' } })
  const [texted, mailed] = [
    await planned({}, { notices: 'default', email: '' }),
    await planned({}, { notices: 'default' }),
  ]
  await app.sendAllMails()
  expect([(await textsTo(texted.phone)).length, await textsTo(mailed.phone)]).toEqual([1, []])
  expect((await mailsOf(app, mailed.email)).length).toBe(1)
})

test('outdated text messages are not sent, and none are sent at night', async () => {
  app.clock.now = new Date(`${today}T21:00:00Z`)
  const [stored, cancelled] = [
    await planned({ delivery_date: tomorrow, status: 'assigned' }),
    await planned({ delivery_date: tomorrow, status: 'assigned' }),
  ]
  await app.sendAllMails()
  expect(await sentencesTo(stored)).toEqual([])
  await setStatus(cancelled, 'cancelled')
  app.clock.now = new Date(`${tomorrow}T08:00:00Z`)
  await app.sendAllMails()
  expect([await sentencesTo(stored), await sentencesTo(cancelled)]).toEqual([[says('arrives today')], []])
})

test('a number gets at most twelve a day, for all its patients together', { tags: ['proof'] }, async () => {
  const phone = nextNumber()
  for (let i = 0; i < 14; i++) await planned({}, { phone })
  await app.sendAllMails()
  expect(await textsTo(phone)).toHaveLength(12)
})

describe('a number rejected by AWS', () => {
  async function optOut(OptedOutNumber: string) {
    const client = new PinpointSMSVoiceV2Client({})
    await client.send(new PutOptedOutNumberCommand({ OptOutListName: 'Default', OptedOutNumber }))
    client.destroy()
  }

  test('after its owner texted STOP gets no more notices, as delivery and patient show', async () => {
    const delivery = await planned({ status: 'assigned' })
    await optOut(delivery.phone)
    await app.sendAllMails()
    await setStatus(delivery, 'in_progress')
    await app.sendAllMails()
    expect(await textsTo(delivery.phone)).toEqual([])
    const shown = { stopped: { reason: 'opted_out', day: today }, updates: [{ kind: 'planned', state: 'bounced' }] }
    expect(await updatesOf(delivery)).toMatchObject(shown)
    const params = { id: String(delivery.patient_id) }
    expect((await app.call(readPatientUpdates, { as: await as(), params })).body).toMatchObject(shown)
    expect(await eventsOf(delivery, 'notice.bounced')).toMatchObject([
      { actor: { name: 'System' }, changes: [{ field: 'update', from: 'planned', to: 'bounced' }] },
    ])
    expect(await eventsOf(delivery, 'notice.sent')).toEqual([])
  })

  test('as unreachable is not retried', async () => {
    const delivery = await planned({ status: 'assigned' })
    const { texter } = app.services
    let tries = 0
    app.services.texter = {
      async send() {
        tries++
        return 'unreachable'
      },
    }
    await app.sendAllMails()
    await setStatus(delivery, 'in_progress')
    await app.sendAllMails()
    app.services.texter = texter
    expect(tries).toBe(1)
    expect(await updatesOf(delivery)).toMatchObject({ stopped: { reason: 'unreachable' } })
  })
})

const failures = [
  ['ThrottlingException', { httpStatusCode: 400 }],
  ['InternalServerException', { httpStatusCode: 500 }],
  ['ServiceQuotaExceededException', { httpStatusCode: 402 }],
] as const

test.each(sampleUnlessProof(failures, 0, 3))(
  'each message that is still true is sent once after %s',
  async (name, $metadata) => {
    const [stored, cancelled] = [await planned({ status: 'assigned' }), await planned({ status: 'assigned' })]
    const { texter } = app.services
    app.services.texter = { send: () => Promise.reject(Object.assign(new Error(), { name, $metadata })) }
    for (let i = 0; i < 6; i++) {
      await app.sendMails()
      later(10)
    }
    await setStatus(cancelled, 'cancelled')
    app.services.texter = texter
    await app.sendAllMails()
    expect([await sentencesTo(stored), await sentencesTo(cancelled)]).toEqual([[says('arrives today')], []])
  },
)

test('a message whose response times out is never followed by a second one', async () => {
  const delivery = await planned()
  const { texter } = app.services
  app.services.texter = {
    async send(message) {
      await texter?.send(message)
      throw Object.assign(new Error(), { name: 'TimeoutError' })
    },
  }
  await app.sendAllMails()
  app.services.texter = texter
  later(10)
  await app.sendAllMails()
  expect(await textsTo(delivery.phone)).toHaveLength(1)
  expect((await updatesOf(delivery)).updates).toMatchObject([{ kind: 'planned', state: 'unknown' }])
})

test('a message is sent once if the worker is killed between any two writes', async () => {
  for (let steps = 0; ; steps++) {
    const delivery = await planned()
    const wasKilled = await runWorker(app, steps)
    later(2)
    await app.sendAllMails()
    expect([steps, await sentencesTo(delivery)]).toEqual([steps, [says('arrives today')]])
    if (!wasKilled) break
  }
})

test('an AWS rejection of a number is distinguished from one of the sender', async () => {
  expect(await app.services.texter?.send({ to: '555', text: 'Hello' })).toBe('unreachable')
  const stranger = openSmsSender('+18005550199').send({ to: nextNumber(), text: 'Hello' })
  await expect(stranger).rejects.toMatchObject({ name: 'ResourceNotFoundException' })
})

describe('the choice of text messages', () => {
  const create = async (fields: object) =>
    app.call(patients.createPatient, { as: await as(), body: { ...patientBody, ...fields } })

  test('requires a US phone number', async () => {
    for (const phone of ['555 010 0142 99', '440 7700 90012', '+44 7700 900123', '155 501 0014'])
      expect(await create({ notices: 'sms', phone })).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['body', 'phone'] }] },
      })
    const { id } = (await create({ notices: 'sms', phone: '555 010 0142' })).body
    const params = { id }
    const edited = await app.call(patients.updatePatient, {
      as: await as(),
      params,
      body: { phone: '555 010 0142 99' },
    })
    expect(edited).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', 'phone'] }] } })
  })

  test('is rejected in forms and imports if no sender is configured, and nothing is sent', async () => {
    const delivery = await planned({ delivery_date: tomorrow })
    const { texter } = app.services
    app.services.texter = undefined
    const refused = { status: 422, body: { detail: [{ loc: ['body', 'notices'] }] } }
    expect(await create({ notices: 'sms' })).toMatchObject(refused)
    const { id } = (await create({})).body
    const edit = async (of: string, body: object) =>
      app.call(patients.updatePatient, { as: await as(), params: { id: of }, body })
    expect(await edit(id, { notices: 'sms' })).toMatchObject(refused)
    expect((await edit(String(delivery.patient_id), { city: 'Arlington', notices: 'sms' })).status).toBe(200)
    const rows = [{ ...patientBody, name: 'Imported', phone: nextNumber(), notices: 'sms' }]
    const { body } = await app.call(importPatients, { as: await as(), body: { rows, dry_run: false } })
    expect(body).toMatchObject([{ ok: false }])
    await app.sendAllMails()
    app.services.texter = texter
    expect([await textsTo(delivery.phone), await mailsOf(app, delivery.email)]).toEqual([[], []])
  })
})

test.each(sampleUnlessProof(languages, 1, 4))(
  'every message has at most two segments, for any organization name, in $value',
  async ({ value }) => {
    await app.call(updateSettings, {
      as: await as(),
      body: { name: `Corner Pharmacy ${'of the Northern Lights '.repeat(5)}`.trim() },
    })
    const { appOrigin } = app.services
    app.services.appOrigin = 'https://app.carelane.example'
    const delivery = await planned({ status: 'assigned', language: value })
    await app.sendAllMails()
    await setStatus(delivery, 'in_progress')
    await app.sendAllMails()
    await setStatus(delivery, 'failed')
    await app.sendAllMails()
    app.services.appOrigin = appOrigin
    const texts = await textsTo(delivery.phone)
    expect(texts).toHaveLength(3)
    for (const text of texts) {
      expect(text).toContain('Corner Ph')
      expect(text).toMatch(/\nhttps:\/\/app\.carelane\.example\/t\/[\w-]+\n.*STOP/)
      // One part of a message holds 153 characters of the GSM alphabet, or 67 of UTF-16.
      const isGsm = !/[^ -~\néèàùñ]/.test(text)
      expect([text, text.length <= 2 * (isGsm ? 153 : 67)]).toEqual([text, true])
    }
  },
)
