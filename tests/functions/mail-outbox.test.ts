import { createServer } from 'node:http'
import { SESClient, SESServiceException, SendEmailCommand } from '@aws-sdk/client-ses'
import { closeServer, serverAddress } from '@carelane/simulators/loopback-server'
import { mockClient } from 'aws-sdk-client-mock'
import { afterEach, describe, expect, vi } from 'vitest'
import { openMailer } from '#functions/aws/mailer.ts'
import { mailPartitions } from '#functions/data/entities/mail.ts'
import { keysOf, unscopedKeys } from '#functions/data/table-keys.ts'
import { update } from '#functions/data/writes.ts'
import { outboxTasks } from '#functions/lambdas/operations/outbox-tasks.ts'
import { sendDueMails } from '#functions/mail/send-due-mails.ts'
import * as auth from '#shared/api/auth.ts'
import * as users from '#shared/api/users.ts'
import { passSeconds, seconds } from '#tests/support/clock.ts'
import { sampleUnlessProof } from '#tests/support/how-many.ts'
import { linkIn, mailsOf } from '#tests/support/mailbox.ts'
import { app, pharmacy, freshPharmacyTest as test } from '#tests/support/product-test.ts'
import { resetRateLimits } from '#tests/support/reset-rate-limits.ts'

let outage: { restore(): void } | undefined
afterEach(() => outage?.restore())

const sendMails = () => sendDueMails(app.services, outboxTasks)

let invited = 0
async function invite() {
  await resetRateLimits(app, 'invitations', pharmacy.tenant.id)
  const body = { full_name: 'Ivy', email: `outbox${invited++}@example.com` }
  return app.call(users.createUser, { as: pharmacy.admin, body })
}

const unreachable = () => Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })

/** Makes SES refuse every call until the stub is restored. */
const sesFails = (error: Error = unreachable()) => {
  const ses = mockClient(SESClient)
  ses.on(SendEmailCommand).rejects(error)
  outage = ses
  return ses
}

const named = (name: string) =>
  new SESServiceException({ name, message: 'no', $fault: 'client', $metadata: { httpStatusCode: 400 } })

const waiting = async () => (await Promise.all(mailPartitions.map((partition) => app.table.queryAll(partition)))).flat()

test('while SES is down, a run attempts a few emails and leaves the others for later', async () => {
  const ses = sesFails()
  for (let i = 0; i < 40; i++) await invite()
  ses.resetHistory()
  passSeconds(app, seconds.minute)
  await sendMails()
  expect(ses.calls().length).toBeGreaterThan(0)
  expect(ses.calls().length).toBeLessThanOrEqual(3 * mailPartitions.length)
})

describe('an email', () => {
  test('that SES accepts at once leaves the outbox empty', async () => {
    const { body } = await invite()
    passSeconds(app, seconds.minute)
    await sendMails()
    expect(await mailsOf(app, body.email)).toHaveLength(1)
  })

  test('whose response from SES was lost is sent again with the same link, and counts as one invitation', async () => {
    const { send } = app.services.mailer
    app.services.mailer.send = async (message) => {
      await send(message)
      throw Object.assign(new Error('The response was lost'), { name: 'TimeoutError' })
    }
    const { status, body } = await invite()
    app.services.mailer.send = send
    expect({ status, sent: body.invitation_sent }).toEqual({ status: 201, sent: false })
    passSeconds(app, seconds.minute)
    await sendMails()
    passSeconds(app, seconds.minute)
    await sendMails()
    const mails = await mailsOf(app, body.email)
    expect(mails).toHaveLength(2)
    expect(new Set(mails.map((mail) => linkIn(mail).token)).size).toBe(1)
    const counter = await app.table.get(unscopedKeys.attempts('invitations', pharmacy.tenant.id))
    expect(counter?.tries.size).toBe(1)
  })

  test('is sent once by the worker although SES responds slowly', async () => {
    const ses = sesFails()
    await invite()
    ses.restore()
    const accepted =
      '<SendEmailResponse><SendEmailResult><MessageId>1</MessageId></SendEmailResult></SendEmailResponse>'
    let calls = 0
    const slow = createServer((_, response) => {
      calls++
      setTimeout(() => response.end(accepted), 1_300)
    })
    await new Promise<void>((resolve) => slow.listen(0, '127.0.0.1', resolve))
    const { AWS_ENDPOINT_URL_SES } = process.env
    process.env.AWS_ENDPOINT_URL_SES = serverAddress(slow).origin
    const { mailer } = app.services
    app.services.mailer = openMailer('no-reply@carelane.example')
    passSeconds(app, seconds.minute)
    await sendMails()
    app.services.mailer = mailer
    process.env.AWS_ENDPOINT_URL_SES = AWS_ENDPOINT_URL_SES
    await closeServer(slow)
    expect(calls).toBe(1)
    expect(await waiting()).toEqual([])
  })

  test('is not due while the call that wrote it may still be sending it', async () => {
    const ses = sesFails()
    const { body } = await invite()
    ses.restore()
    passSeconds(app, 59)
    await sendMails()
    expect(await mailsOf(app, body.email)).toEqual([])
    passSeconds(app, 1)
    await sendMails()
    expect(await mailsOf(app, body.email)).toHaveLength(1)
  })

  test('has a working link, even though the link is created later', async () => {
    const ses = sesFails()
    const { body } = await invite()
    ses.restore()
    passSeconds(app, seconds.minute)
    await sendMails()
    const [mail] = await mailsOf(app, body.email)
    const { path, token } = linkIn(mail)
    expect(path).toBe('/accept-invitation')
    expect(await app.call(auth.verifyInvitation, { query: { token } })).toMatchObject({ status: 200 })
  })

  test('has one link, to the app, and no phone number, whatever names contain', async () => {
    const hostile = 'Win at https://prize.example/x'
    const inviter = await app.join(pharmacy.tenant, { is_tenant_admin: true, full_name: hostile })
    await app.table.write(update(keysOf(pharmacy.tenant.id).tenant, { set: { name: 'Call +1 (555) 010-0142 now' } }))
    const email = `outbox${invited++}@example.com`
    await app.call(users.createUser, { as: inviter, body: { full_name: 'www.prize.example', email } })
    const [mail] = await mailsOf(app, email)
    const { subject = '', body = { html: '', text: '' } } = mail ?? {}
    expect(subject).toBe('Someone invited you to an organization')
    expect(body.text).toContain('Someone invited you to join an organization on Carelane.')
    const link = /https?:\/\/\w[^"<\s]*/g
    for (const part of [subject, body.html, body.text]) {
      for (const address of part.match(link) ?? []) expect(address).toMatch(/\/accept-invitation\?token=/)
      // The random token of our own link may have any digits.
      expect(part.replaceAll(link, '').replaceAll('\u2060', '')).not.toMatch(/prize|555|0142/)
    }
  })

  test('is not sent if its link no longer works', async () => {
    const ses = sesFails()
    const { body } = await invite()
    await app.call(users.resendInvitation, { as: pharmacy.admin, params: body })
    const [gone, inactive] = [(await invite()).body, (await invite()).body]
    await app.call(users.deleteUser, { as: pharmacy.admin, params: gone })
    await app.call(users.updateUser, { as: pharmacy.admin, params: inactive, body: { is_active: false } })
    ses.restore()
    passSeconds(app, seconds.minute)
    await sendMails()
    expect(await mailsOf(app, body.email)).toHaveLength(1)
    for (const { email } of [gone, inactive]) expect(await mailsOf(app, email)).toEqual([])
    expect(await waiting()).toEqual([])
  })

  test('is not sent if its link has expired', async () => {
    const ses = sesFails()
    const { body } = await invite()
    ses.restore()
    passSeconds(app, 7 * seconds.day)
    await sendMails()
    expect(await mailsOf(app, body.email)).toEqual([])
    expect(await waiting()).toEqual([])
  })

  const final: [error: string, minutes: number[], refusals: number][] = [
    ['MessageRejected', [1], 1],
    ['InvalidParameterValue', [1], 1],
    ['ValidationError', [1], 1],
    ['SomethingNew', [1, 3, 7, 15, 31], 5],
  ]
  test.each(sampleUnlessProof(final, 1, 2))(
    'rejected by SES with %s is retried after %j minutes and then parked',
    async (error, minutes, refusals) => {
      const ses = sesFails(named(error))
      const { body } = await invite()
      ses.resetHistory()
      const log = vi.spyOn(app.services.log, 'error')
      const tries: number[] = []
      for (let minute = 1; minute <= 60; minute++) {
        passSeconds(app, seconds.minute)
        await sendMails()
        if (ses.calls().length > tries.length) tries.push(minute)
      }
      expect(tries).toEqual(minutes)
      expect(await waiting()).toEqual([])
      expect(log.mock.calls).toEqual([
        ['mail parked', { mail_id: expect.any(String), kind: 'invitation', error, refusals }],
      ])
      const [, line] = log.mock.calls[0] ?? []
      expect(JSON.stringify(line)).not.toContain(body.email)
      log.mockRestore()
      const { mail_id } = Object(line)
      expect(await app.table.get(unscopedKeys.parkedMail(mail_id))).toMatchObject({ kind: 'invitation' })
    },
  )

  test('that cannot be rendered is parked after five attempts and delays no other', async () => {
    const { newId } = app.services
    let made = 0
    // With these ids, all emails are in one partition, and the good one comes after the bad ones.
    app.services.newId = () => `0${String(made++).padStart(7, '0')}${newId().slice(8)}`
    const ses = sesFails()
    const invitations = []
    for (let i = 0; i < 5; i++) invitations.push((await invite()).body)
    app.services.newId = newId
    ses.restore()
    const last = invitations.pop()
    for (const { id } of invitations)
      await app.table.write(update(keysOf(pharmacy.tenant.id).user(id), { set: { full_name: 'Ivy \ud800' } }))
    passSeconds(app, seconds.minute)
    await sendMails()
    const [mail] = await mailsOf(app, last.email)
    expect(mail?.destination.to).toEqual([last.email])

    const log = vi.spyOn(app.services.log, 'error')
    for (let minute = 0; minute < 31; minute++) {
      passSeconds(app, seconds.minute)
      await sendMails()
    }
    expect(await waiting()).toEqual([])
    expect(log.mock.calls.map(([message, line]) => [message, line.error, line.refusals])).toEqual(
      Array(4).fill(['mail parked', 'TypeError', 5]),
    )
    log.mockRestore()
  })

  const passing = [
    ...['Throttling', 'ThrottlingException', 'ServiceUnavailable', 'TimeoutError', 'AbortError'],
    ...['AccountSendingPausedException', 'ConfigurationSetSendingPausedException', 'AccessDenied'],
  ]
  test.each(sampleUnlessProof(passing, 0, 8))('is retried until it expires if SES reports %s', async (name) => {
    const ses = sesFails(named(name))
    const { body } = await invite()
    for (let hour = 0; hour < 24; hour++) {
      passSeconds(app, seconds.hour)
      await sendMails()
    }
    ses.restore()
    passSeconds(app, seconds.minute)
    await sendMails()
    expect(await mailsOf(app, body.email)).toHaveLength(1)
  })

  test('does not delay the call that wrote it if SES does not respond', async () => {
    const silent = createServer(() => undefined)
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const { AWS_ENDPOINT_URL_SES } = process.env
    process.env.AWS_ENDPOINT_URL_SES = serverAddress(silent).origin
    const { mailer } = app.services
    app.services.mailer = openMailer('no-reply@carelane.example')
    try {
      const { status, body } = await invite()
      expect({ status, sent: body.invitation_sent }).toEqual({ status: 201, sent: false })
      expect(await waiting()).toHaveLength(1)
    } finally {
      app.services.mailer = mailer
      process.env.AWS_ENDPOINT_URL_SES = AWS_ENDPOINT_URL_SES
      silent.closeAllConnections()
      await closeServer(silent)
    }
  })
})
