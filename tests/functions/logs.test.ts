import { SESClient, SendEmailCommand } from '@aws-sdk/client-ses'
import { mockClient } from 'aws-sdk-client-mock'
import { afterEach, describe, expect, vi } from 'vitest'
import { openLog } from '#functions/http/log.ts'
import { recordFeedback } from '#functions/mail/record-feedback.ts'
import { hashOfDoorToken } from '#functions/security/door-tokens.ts'
import * as auth from '#shared/api/auth.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import * as patients from '#shared/api/patients.ts'
import { readUpdates } from '#shared/api/recipient-updates.ts'
import * as registration from '#shared/api/registration.ts'
import { updateSettings } from '#shared/api/settings.ts'
import * as tracking from '#shared/api/tracking.ts'
import * as users from '#shared/api/users.ts'
import type { Delivery } from '#shared/model/delivery.ts'
import { addDays, utcDate } from '#shared/rules/dates.ts'
import { doorToken } from '#tests/calls/tracking.ts'
import {
  aDelivery,
  aPatient,
  complete,
  completionData,
  deliveryBody,
  patientBody,
  signature,
} from '#tests/support/builders.ts'
import { passSeconds, seconds } from '#tests/support/clock.ts'
import { pictures } from '#tests/support/pictures.ts'
import { app, pharmacy, pharmacyTest as test } from '#tests/support/product-test.ts'
import { companyBody, joinByMail, password, signUp } from '#tests/support/sign-up.ts'
import { spoofedAddressHeaders } from '#tests/support/spoofed-address-headers.ts'

let lines: string[]
test.beforeAll(async () => {
  app.services.log = openLog('INFO', (line) => lines.push(line))
})
test.beforeEach(() => {
  lines = []
})
afterEach(() => vi.restoreAllMocks())

test('a call logs one line: its ID, route, status, duration, tenant and user', async () => {
  const { headers } = await app.call(deliveries.listDeliveries, { as: pharmacy.driver, query: { view: 'past' } })
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    level: 'INFO',
    message: 'request',
    service: 'carelane',
    request_id: headers.get('x-request-id'),
    route: 'GET /api/deliveries',
    status: 200,
    ms: expect.any(Number),
    tenant_id: pharmacy.tenant.id,
    user_id: pharmacy.driver.user.id,
  })
})

test('a rejected call also logs one line', async () => {
  await app.call(deliveries.listDeliveries)
  await app.call(deliveries.listDeliveries, { as: pharmacy.unprivileged })
  expect(lines.map((line) => JSON.parse(line).status)).toEqual([401, 403])
})

test('no line contains request data, whether the call was accepted or rejected', async () => {
  const { admin, driver, pharmacist } = pharmacy
  const patient = await aPatient(app, admin)
  const created = await app.call(deliveries.createDelivery, {
    as: admin,
    body: deliveryBody(app, patient.id, { delivery_notes: 'Beware of Fido', pharmacist_id: driver.user.id }),
  })
  const params = { id: created.body.id }
  await app.call(deliveries.changeStatus, {
    as: driver,
    params,
    body: { status: 'in_progress', notes: 'Fido sleeps' },
  })
  await complete(app, driver, params.id, {
    data: { ...completionData, notes: 'Fido awake', amount: 4321.09 },
    photo: pictures['image/jpeg'],
  })
  await complete(app, driver, params.id, {
    data: { ...completionData, notes: 'Fido awake', patient_signature: 'Fido' },
  })
  await app.call(patients.searchPatients, { as: admin, query: { q: 'hopper 0142' } })
  await app.call(patients.createPatient, { as: admin, body: { ...patientBody, email: 'Fido', state: 'Fido' } })
  await app.call(deliveries.readDelivery, { as: admin, params: { id: 'Fido' } })
  await app.call(deliveries.listDeliveries, { as: admin, query: { cursor: 'Fido', patient_id: 'Fido' } })
  await app.call(auth.login, { body: { email: 'fido@example.com', password: 'Fido Fido Fido' } })
  await app.call(auth.refresh, { body: { refresh_token: 'Fido' } })
  await app.call(auth.me, { as: pharmacist.token, headers: { 'user-agent': 'Fido', 'x-forwarded-for': 'Fido' } })
  await app.call(auth.logout, { body: { refresh_token: pharmacist.refreshToken } })

  expect(lines.length).toBe(13)
  const all = lines.join('\n').toLowerCase()
  const secrets = [
    ...Object.values(patientBody).filter((value) => typeof value === 'string' && value.length > 2),
    ...['fido', 'hopper', '4321', 'RX-1', 'SKU-1', signature.slice(22, 60), 'X-Amz-Signature', 'door.jpg'],
    ...[admin, driver, pharmacist].flatMap(({ user, token, refreshToken }) => [
      user.full_name,
      user.email,
      token,
      refreshToken,
    ]),
    '127.0.0.1',
  ]
  for (const word of secrets) expect([word, all.includes(String(word).toLowerCase())]).toEqual([word, false])
})

test('no line contains a new user’s details, an email or a client address', async () => {
  const { admin } = pharmacy
  const email = 'grace@hopper.example'
  const bouncing = 'bounce+hopper@simulator.amazonses.com'
  const invite = (address: string) =>
    app.call(users.createUser, { as: admin, body: { full_name: 'Grace Hopper', email: address } })

  const tenantId = await signUp(app, 'owner@hopper.example')
  await joinByMail(app, 'owner@hopper.example')
  await app.call(registration.subscribeProducts, { params: { id: tenantId }, body: ['docfinder'] })
  await app.call(registration.signUpCompany, { body: { ...companyBody, phone_number: 'Hopper' } })
  await app.call(auth.requestPasswordReset, { body: { email: 'owner@hopper.example' } })
  await app.call(auth.acceptInvitation, { body: { token: 'Hopper', password, confirm_password: password } })
  await app.call(auth.googleAuth, { body: { token: 'Hopper' } })
  const spoofed = spoofedAddressHeaders(app, 77)
  await app.call(auth.me, { headers: spoofed })

  const { body: invited } = await invite(bouncing)
  await app.call(users.resendInvitation, { as: admin, params: invited })
  await recordFeedback(app.services, { time: 'now', detail: { eventType: 'Bounce', mail: { destination: [email] } } })
  const ses = mockClient(SESClient)
  const rejected = Object.assign(new Error(`${email} is not verified`), { name: 'MessageRejected' })
  ses.on(SendEmailCommand).rejects(rejected)
  await invite(email)
  // SES says that it will never accept this mail, so the worker sets it aside.
  passSeconds(app, seconds.minute)
  await app.sendMails()
  ses.restore()

  const messages = new Set(lines.map((line) => JSON.parse(line).message))
  expect(messages).toEqual(new Set(['request', 'mail', 'mail parked', 'mail dropped', 'mail feedback']))
  const all = lines.join('\n').toLowerCase()
  // The time zone is left out, because `UTC` has only three letters and may occur in any id by chance.
  const { metadata, business_type: _, time_zone: __, ...company } = companyBody
  const secrets = [
    ...Object.values(company),
    ...Object.values(metadata),
    ...Object.values(spoofed),
    password,
    admin.token,
  ]
  for (const word of [...secrets, 'hopper', 'simulator', 'token=', 'door', '127.0.0.1', '203.0.113'])
    expect([word, all.includes(word.toLowerCase())]).toEqual([word, false])
})

test('no line contains a recipient, their link or their message', async () => {
  app.clock.now = new Date(`${addDays(utcDate(app.clock.now), 1)}T08:30:00Z`)
  const { send } = app.services.mailer
  const own = await app.createPharmacy()
  await app.call(updateSettings, { as: own.admin, body: { recipient_notices: 'all' } })
  const aNotifiedDelivery = async (email: string, status: Delivery['status'] = 'unassigned') => {
    const at = { email, address: '9 Quartermaine Lane' }
    const patient = await aPatient(app, own.admin, { ...patientBody, name: 'Zebulon Quartermaine', ...at })
    const delivery = await aDelivery(app, own, { patient_id: patient.id, status })
    await app.sendMails()
    return delivery
  }
  const { id } = await aNotifiedDelivery('quartermaine@example.com')
  await aNotifiedDelivery('quartermaine.out@example.com', 'in_progress')
  await aNotifiedDelivery('quartermaine.done@example.com', 'delivered')
  for (const reason of ['bounce', 'complaint'])
    await aNotifiedDelivery(`${reason}+quartermaine@simulator.amazonses.com`)
  for (const name of ['MessageRejected', 'ServiceUnavailable', 'TimeoutError']) {
    const refusal = Object.assign(new Error('quartermaine@example.com is not verified'), { name })
    app.services.mailer.send = () => Promise.reject(refusal)
    await aNotifiedDelivery('quartermaine.refused@example.com')
  }
  app.services.mailer.send = send

  const token = await doorToken(app, own, id)
  const params = { token }
  const [page, headers] = [
    `/t/${token}`,
    { ...spoofedAddressHeaders(app, 78), referer: 'https://quartermaine.example/fido' },
  ]
  await app.fetchPath('GET', page, { headers })
  await app.fetchPath('GET', '/t/quartermaine')
  await app.call(tracking.readTracking, { params, headers })
  await app.call(tracking.storeAccessNote, { params, body: { access_notes: 'Fido bites' } })
  await app.call(tracking.storeAccessNote, { params, body: { access_notes: 'Fido bites '.repeat(99) } })
  await app.call(tracking.askForDay, { params, body: { delivery_date: 'Fido', time_range: 'Fido' } })
  await app.call(tracking.endNotices, { params })
  await app.call(readUpdates, { as: own.admin, params: { id } })
  vi.spyOn(app.services.table, 'get').mockRejectedValue(new TypeError('Zebulon Quartermaine is not iterable'))
  expect((await app.fetchPath('GET', page)).status).toBe(500)

  const messages = new Set(lines.map((line) => JSON.parse(line).message))
  expect(messages).toEqual(new Set(['request', 'mail', 'mail parked', 'mail feedback']))
  const all = lines.join('\n').toLowerCase()
  const secrets = [
    ...Object.values(patientBody).filter((value) => typeof value === 'string' && value.length > 5),
    ...['zebulon', 'quartermaine', 'fido', token, hashOfDoorToken(token), '127.0.0.1', '203.0.113', 'arrives today'],
  ]
  for (const word of secrets) expect([word, all.includes(String(word).toLowerCase())]).toEqual([word, false])
})

describe('an unexpected error', () => {
  test('returns 500 with its ID only, and is logged with its name and place in the code', async () => {
    pharmacy.admin = await app.signIn(pharmacy.admin.user)
    vi.spyOn(app.services.table, 'get').mockRejectedValue(new TypeError('Grace Hopper is not iterable'))
    const params = { id: crypto.randomUUID() }
    const answer = await app.call(deliveries.readDelivery, { as: pharmacy.admin, params })
    const request_id = answer.headers.get('x-request-id')
    expect([answer.status, answer.body]).toEqual([500, { detail: 'Internal server error', request_id }])
    const [line = ''] = lines
    expect(JSON.parse(line)).toMatchObject({
      level: 'ERROR',
      request_id,
      status: 500,
      error: { name: 'TypeError', stack: expect.stringContaining('    at ') },
    })
    expect(line).not.toContain('Hopper')
  })
})
