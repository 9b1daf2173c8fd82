import { expect, vi } from 'vitest'
import { unscopedKeys } from '#functions/data/table-keys.ts'
import { put } from '#functions/data/writes.ts'
import type { LetterMail } from '#functions/mail/letters.ts'
import { reportWaitingMails } from '#functions/mail/report-waiting-mails.ts'
import * as auth from '#shared/api/auth.ts'
import { passSeconds } from '#tests/support/clock.ts'
import { app, test } from '#tests/support/product-test.ts'

async function oldestSeconds() {
  const info = vi.spyOn(app.services.log, 'info')
  await reportWaitingMails(app.services)
  const reports = info.mock.calls.filter(([message]) => message === 'mails waiting').map(([, fields]) => fields)
  info.mockRestore()
  return reports
}

test('the oldest email’s age is zero seconds if none is queued', async () => {
  expect(await oldestSeconds()).toEqual([{ oldest_seconds: 0 }])
})

test('the oldest email’s age counts from its creation, even if it was retried and postponed', async () => {
  const { send } = app.services.mailer
  app.services.mailer.send = () => Promise.reject(Object.assign(new Error(), { name: 'ServiceUnavailable' }))
  const { admin } = await app.createPharmacy()
  await app.call(auth.requestPasswordReset, { body: { email: admin.user.email } })
  const { admin: later } = await app.createPharmacy()
  for (const round of [1, 2, 3, 4]) {
    if (round === 3) await app.call(auth.requestPasswordReset, { body: { email: later.user.email } })
    await app.sendMails()
    passSeconds(app, 300)
  }
  expect(await oldestSeconds()).toEqual([{ oldest_seconds: 1200 }])
  app.services.mailer.send = send
  passSeconds(app, 120)
  await app.sendMails()
  expect(await oldestSeconds()).toEqual([{ oldest_seconds: 0 }])
})

test('an email without a creation time counts from when it was due', async () => {
  const { tenant, admin } = await app.createPharmacy()
  const mail: LetterMail = {
    id: '70000000-0000-4000-8000-000000000000',
    tenant_id: tenant.id,
    due_at: app.clock.now.toISOString(),
    refusals: 0,
    kind: 'products_added',
    reader_id: admin.user.id,
    products: ['delivery'],
  }
  await app.table.write(put(unscopedKeys.mail(mail), mail))
  passSeconds(app, 90)
  expect(await oldestSeconds()).toEqual([{ oldest_seconds: 90 }])
})
