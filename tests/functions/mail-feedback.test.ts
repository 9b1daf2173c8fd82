import { afterEach, describe, expect, vi } from 'vitest'
import { unscopedKeys } from '#functions/data/table-keys.ts'
import { remove } from '#functions/data/writes.ts'
import { recordFeedback } from '#functions/mail/record-feedback.ts'
import * as auth from '#shared/api/auth.ts'
import { readFactors } from '#shared/api/factors.ts'
import * as users from '#shared/api/users.ts'
import { userStateLabels } from '#shared/rules/user-states.ts'
import { passSeconds, seconds } from '#tests/support/clock.ts'
import { mailsOf } from '#tests/support/mailbox.ts'
import { app, pharmacy, pharmacyTest as test } from '#tests/support/product-test.ts'
import { addPasskey } from '#tests/support/software-authenticator.ts'
import { tableDump } from '#tests/support/table-dump.ts'
import type { Person } from '#tests/support/test-app.ts'

let email: string
let people = 0
test.beforeEach(() => {
  email = `feedback${people++}@example.com`
})
afterEach(() => vi.restoreAllMocks())

/** Returns an event as in SES's guide, which also has fields that the product does not read. */
const eventOf = (detail: object, type: string) => ({
  version: '0',
  id: crypto.randomUUID(),
  'detail-type': type,
  source: 'aws.ses',
  account: '000000000000',
  time: app.clock.now.toISOString(),
  region: 'us-east-1',
  resources: ['arn:aws:ses:us-east-1:000000000000:configuration-set/ours'],
  detail: { mail: { messageId: 'one', destination: [email], commonHeaders: { subject: 'Hello' } }, ...detail },
})
const bounce = (bounceType: string, emailAddress = email) =>
  eventOf(
    { eventType: 'Bounce', bounce: { bounceType, bounceSubType: 'General', bouncedRecipients: [{ emailAddress }] } },
    'Email Bounced',
  )
const complaint = (complaintFeedbackType?: string) =>
  eventOf(
    { eventType: 'Complaint', complaint: { complaintFeedbackType, complainedRecipients: [{ emailAddress: email }] } },
    'Email Complaint Received',
  )

const hear = (event: unknown) => recordFeedback(app.services, event)
const deadItem = () => app.table.get(unscopedKeys.undeliverableAddress(email))
const invite = (address = email) =>
  app.call(users.createUser, { as: pharmacy.admin, body: { full_name: 'Ivy', email: address } })
const resend = (params: { id: string }) => app.call(users.resendInvitation, { as: pharmacy.admin, params })

describe('an email address is undeliverable', () => {
  test.each([
    ['a permanent bounce', () => bounce('Permanent'), 'bounce'],
    ['a bounce with another spelling', () => bounce('Permanent', ` ${email.toUpperCase()}`), 'bounce'],
    ['a complaint', () => complaint('abuse'), 'complaint'],
    ['a complaint without a type', () => complaint(), 'complaint'],
  ])('after %s, and an administrator learns that no invitation was sent', async (_, event, reason) => {
    await hear(event())
    const log = vi.spyOn(app.services.log, 'warn')
    const { status, body } = await invite()
    expect([status, body.invitation_sent]).toEqual([201, false])
    expect(await resend(body)).toMatchObject({ status: 200, body: { invitation_sent: false } })
    passSeconds(app, seconds.minute)
    await app.sendMails()
    expect(await mailsOf(app, email)).toEqual([])
    const dropped = ['mail dropped', { mail_id: expect.any(String), kind: 'invitation', reason }]
    expect(log.mock.calls).toEqual([dropped, dropped])
  })

  test('also for emails already queued, which are not retried', async () => {
    const send = vi.spyOn(app.services.mailer, 'send').mockRejectedValue(new Error('down'))
    await invite()
    send.mockRestore()
    await hear(bounce('Permanent'))
    for (let minute = 0; minute < 3; minute++) {
      passSeconds(app, seconds.minute)
      await app.sendMails()
    }
    expect(await mailsOf(app, email)).toEqual([])
  })

  test('without changing the response to a requested link', async () => {
    await app.join(pharmacy.tenant, { email, password_hash: 'x' })
    await hear(bounce('Permanent'))
    expect(await app.call(auth.requestPasswordReset, { body: { email } })).toMatchObject({
      status: 200,
      body: { message: 'If your email is registered, you will receive a password reset link shortly.' },
    })
    expect(await mailsOf(app, email)).toEqual([])
  })

  test('for half a year or until an operator lifts it', async () => {
    await hear(bounce('Permanent'))
    const { body } = await invite()
    await app.table.write(remove(unscopedKeys.undeliverableAddress(email)))
    expect(await resend(body)).toMatchObject({ body: { invitation_sent: true } })
    passSeconds(app, seconds.day)
    pharmacy.admin = await app.signIn(pharmacy.admin.user)
    await hear(bounce('Permanent'))
    expect(await resend(body)).toMatchObject({ body: { invitation_sent: false } })
    passSeconds(app, 183 * seconds.day)
    pharmacy.admin = await app.signIn(pharmacy.admin.user)
    // The invitation goes out again. By now the first one has expired, so without the new one the state would not be `invited`.
    expect(await resend(body)).toMatchObject({ body: { invitation_sent: true, state: userStateLabels.invited } })
  })

  test('by its hash: the address itself is not stored', async () => {
    await hear(bounce('Permanent'))
    expect(await deadItem()).toMatchObject({ reason: 'bounce', expires_at_seconds: expect.any(Number) })
    expect(await tableDump(app)).not.toContain(email)
  })

  test('once, even if the event is repeated', async () => {
    const event = bounce('Permanent')
    await hear(event)
    const first = await deadItem()
    passSeconds(app, seconds.hour)
    await Promise.all([hear(event), hear(event)])
    expect(await deadItem()).toEqual(first)
    pharmacy.admin = await app.signIn(pharmacy.admin.user)
  })
})

describe('an email address stays deliverable after', () => {
  test.each([
    ['a full mailbox', () => bounce('Transient')],
    ['a bounce of an undetermined type', () => bounce('Undetermined')],
    ['a report that the email is not spam', () => complaint('not-spam')],
  ])('%s', async (_, event) => {
    await hear(event())
    expect(await deadItem()).toBeUndefined()
    expect((await invite()).body.invitation_sent).toBe(true)
  })

  test.each([
    ['nothing', () => undefined],
    ['null', () => null],
    ['a string', () => 'bounce'],
    ['an opened mail', () => eventOf({ eventType: 'Open', open: {} }, 'Email Opened')],
    ['no detail', () => ({ ...bounce('Permanent'), detail: null })],
    ['no recipients', () => eventOf({ eventType: 'Bounce', bounce: { bounceType: 'Permanent' } }, 'Email Bounced')],
    ['no time', () => ({ ...bounce('Permanent'), time: 'soon' })],
  ])('an event that is %s, which logs a line without its content', async (_, event) => {
    const log = vi.spyOn(app.services.log, 'warn')
    await hear(event())
    expect(await deadItem()).toBeUndefined()
    expect(log.mock.calls).toEqual([['mail feedback', { reason: 'unreadable' }]])
  })
})

test('an error of the table is thrown, so that the event is retried', async () => {
  vi.spyOn(app.services.table, 'write').mockRejectedValueOnce(new Error('down'))
  await expect(hear(bounce('Permanent'))).rejects.toThrow('down')
})

test.each(['bounce', 'complaint'])('a %s can be simulated with the local SES', async (kind) => {
  // The local SES uses the machine's time.
  app.clock.now = new Date()
  pharmacy.admin = await app.signIn(pharmacy.admin.user)
  const address = `${kind}+${people++}@simulator.amazonses.com`
  const { body } = await invite(address)
  expect(body.invitation_sent).toBe(true)
  expect(await resend(body)).toMatchObject({ body: { invitation_sent: false } })
  expect(await mailsOf(app, address)).toHaveLength(1)
})

describe('a complaint about emails requested by others', () => {
  const ask = async () => {
    await app.call(auth.requestPasswordReset, { body: { email } })
    await app.sendMails()
    return (await mailsOf(app, email)).map(({ subject }) => subject)
  }
  const arrives = async (as: Person) => (await app.call(readFactors, { as })).body.mail_arrives

  test('stops invitations but none of the account’s own emails', async () => {
    const person = await app.join(pharmacy.tenant, { email })
    await hear(complaint('abuse'))
    const elsewhere = await app.createPharmacy()
    const invited = await app.call(users.createUser, { as: elsewhere.admin, body: { full_name: 'Ivy', email } })
    expect(invited.body.invitation_sent).toBe(false)
    expect(await ask()).toEqual(['Reset your password'])
    await addPasskey(app, person)
    await app.sendMails()
    expect((await mailsOf(app, email)).map(({ subject }) => subject)).toContain('A passkey was added')
    expect(await arrives(person)).toBe(true)
  })

  test('does not hide a bounce, which stops all emails, as the account page says', async () => {
    const person = await app.join(pharmacy.tenant, { email })
    await hear(bounce('Permanent'))
    await hear(complaint('abuse'))
    expect(await deadItem()).toMatchObject({ reason: 'bounce' })
    expect(await ask()).toEqual([])
    expect(await arrives(person)).toBe(false)
  })
})
