/** @module-tag proof */

import { SESClient, SendEmailCommand } from '@aws-sdk/client-ses'
import { mockClient } from 'aws-sdk-client-mock'
import { expect } from 'vitest'
import { mailPartitions } from '#functions/data/entities/mail.ts'
import * as users from '#shared/api/users.ts'
import { passSeconds, seconds } from '#tests/support/clock.ts'
import { mailsOf } from '#tests/support/mailbox.ts'
import { app, test } from '#tests/support/product-test.ts'
import { resetRateLimits } from '#tests/support/reset-rate-limits.ts'
import { tableDump } from '#tests/support/table-dump.ts'

const waiting = async () => (await Promise.all(mailPartitions.map((partition) => app.table.queryAll(partition)))).flat()

const batches = 50

test(`the ${batches * 10} emails of half an hour without SES all arrive, each exactly once`, async () => {
  const { tenant, admin } = await app.createPharmacy()
  const ses = mockClient(SESClient)
  ses.on(SendEmailCommand).rejects(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }))
  const emails: string[] = []
  for (let batch = 0; batch < batches; batch++) {
    const invite = (_: unknown, i: number) =>
      app.call(users.createUser, { as: admin, body: { full_name: 'Ivy', email: `ivy${batch}.${i}@example.com` } })
    await resetRateLimits(app, 'invitations', tenant.id)
    const answers = await Promise.all(Array.from({ length: 10 }, invite))
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201))
    emails.push(...answers.map(({ body }) => body.email))
  }
  expect(ses.calls()).toHaveLength(emails.length)
  expect((await tableDump(app)).includes('token=')).toBe(false)

  for (let minute = 0; minute < 30; minute++) {
    passSeconds(app, seconds.minute)
    await app.sendMails()
  }
  expect(await waiting()).toHaveLength(emails.length)
  ses.restore()

  passSeconds(app, seconds.minute)
  // Two runs of the worker can happen at the same time, because a new mail wakes the worker beside its schedule.
  await Promise.all([app.sendMails(), app.sendMails()])
  expect(await waiting()).toEqual([])
  const arrived = (await mailsOf(app)).flatMap(({ destination }) => destination.to)
  expect(arrived.toSorted()).toEqual(emails.toSorted())
}, 600_000)
