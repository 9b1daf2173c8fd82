import { gzipSync } from 'node:zlib'
import { expect } from 'vitest'
import { fillPlaceholders, recipientTextsIn, slotText } from '#functions/recipients/recipient-texts.ts'
import { recordAttempt } from '#shared/api/attempts.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import * as patients from '#shared/api/patients.ts'
import { updateSettings } from '#shared/api/settings.ts'
import * as tracking from '#shared/api/tracking.ts'
import { attemptReasons } from '#shared/model/attempt.ts'
import { languages as allLanguages, type languages } from '#shared/model/delivery-form.ts'
import { doorToken } from '#tests/calls/tracking.ts'
import { aDelivery, aPatient, patientBody } from '#tests/support/builders.ts'
import { sampleUnlessProof } from '#tests/support/how-many.ts'
import { app, test } from '#tests/support/product-test.ts'
import { resetRateLimits } from '#tests/support/reset-rate-limits.ts'
import type { Organisation } from '#tests/support/test-app.ts'

let pharmacy: Organisation
test.beforeEach(async () => {
  app.clock.now = new Date('2026-03-10T10:00:00Z')
  pharmacy = await app.createPharmacy()
  await resetRateLimits(app, 'track', '127.0.0.1')
})

const open = (token: string) => app.fetchPath('GET', `/t/${token}`)

/** Returns the text that a browser without scripts shows in a page, apart from the title and the forms. */
const seen = (html: string) =>
  html
    .replace(/<(style|script|title|form)[\s\S]*?<\/\1>/g, '')
    .replace(/<\/?span[^>]*>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&nbsp;/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

test('without scripts, the small page shows organization, state, steps and phone, in this order', async () => {
  const token = await doorToken(app, pharmacy, (await aDelivery(app, pharmacy, { time_range: '12:00-15:00' })).id)
  const { status, text, headers } = await open(token)
  expect(status).toBe(200)
  expect(seen(text)).toBe(
    'Corner Pharmacy Planned for Tue, Mar 10, 12 PM – 3 PM Planned On its way Delivered Call (555) 010-0100',
  )
  expect(gzipSync(text).length).toBeLessThan(25_000)
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
})

test('the page never reveals its URL, is not indexed, sets no cookie and loads nothing from elsewhere', async () => {
  const { text, headers } = await open(await doorToken(app, pharmacy, (await aDelivery(app, pharmacy)).id))
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.get('x-robots-tag')).toContain('noindex')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('set-cookie')).toBeNull()
  const policy = headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toMatch(/https?:|unsafe/)
  expect(text).not.toMatch(/(src|href)="(?!tel:)/)
})

test('the page reveals nothing about the patient, package, driver or other stops', async () => {
  const name = 'Zebulon Quartermaine'
  const { id: patient_id } = await aPatient(app, pharmacy.admin, { name })
  const delivery = await aDelivery(app, pharmacy, { patient_id, status: 'in_progress' })
  await aDelivery(app, pharmacy, { status: 'in_progress' })
  const token = await doorToken(app, pharmacy, delivery.id)
  const { text } = await open(token)
  const { text: shown } = await app.call(tracking.readTracking, { params: { token } })
  const secrets = [
    ...name.split(' '),
    ...[patientBody.address, patientBody.phone, patientBody.email, patientBody.zip_code, patientBody.access_notes],
    ...['Dora', 'Driver', 'RX-1', 'SKU-1', delivery.id, patient_id, pharmacy.tenant.id],
  ]
  for (const secret of secrets)
    expect([secret, text.includes(secret), shown.includes(secret)]).toEqual([secret, false, false])
})

test('an invalid link returns a page with 404', async () => {
  const { status, text, headers } = await open('A'.repeat(22))
  expect([status, seen(text)]).toEqual([404, 'This link no longer works'])
  expect(headers.get('referrer-policy')).toBe('no-referrer')
})

test('the page of a deleted or moved delivery shows it as cancelled', async () => {
  const [deleted, given] = [await aDelivery(app, pharmacy), await aDelivery(app, pharmacy)]
  const tokens = [await doorToken(app, pharmacy, deleted.id), await doorToken(app, pharmacy, given.id)]
  await app.call(deliveries.deleteDelivery, { as: pharmacy.admin, params: { id: deleted.id } })
  const body = { patient_id: (await aPatient(app, pharmacy.admin)).id }
  await app.call(deliveries.updateDelivery, { as: pharmacy.admin, params: { id: given.id }, body })
  for (const token of tokens) {
    const { status, text } = await open(token)
    expect(status).toBe(200)
    expect(seen(text)).toContain('This delivery was cancelled If you weren’t expecting this, please call.')
  }
})

test('the page of a delivery set to failed without an attempt shows no time', async () => {
  const delivery = await aDelivery(app, pharmacy, { status: 'failed' })
  expect(seen((await open(await doorToken(app, pharmacy, delivery.id))).text)).toContain(
    'We could not deliver your package Tue, Mar 10 Corner Pharmacy will',
  )
})

test('the page says "We missed you" only if the driver met no one at the door', async () => {
  const pageAfter = async (reason: (typeof attemptReasons)[number]['value']) => {
    const own = { email: `${reason}@example.com`, address: `1 ${reason}` }
    const { id: patient_id } = await aPatient(app, pharmacy.admin, own)
    const { id } = await aDelivery(app, pharmacy, { patient_id, status: 'in_progress' })
    const token = await doorToken(app, pharmacy, id)
    const body = { reason, note: 'At the door' }
    await app.call(recordAttempt, { as: pharmacy.driver, params: { id }, body })
    return seen((await open(token)).text)
  }
  for (const { value } of attemptReasons) {
    const isAbsence = ['no_answer', 'business_closed', 'no_safe_place'].includes(value)
    const words = isAbsence
      ? 'We missed you at 10:00 AM Tue, Mar 10 Corner'
      : 'We could not deliver your package Tue, Mar 10, 10:00 AM Corner'
    expect([value, await pageAfter(value)]).toEqual([value, expect.stringContaining(words)])
  }
})

test('names with markup are escaped on the page', async () => {
  const { admin } = pharmacy
  const delivery = await aDelivery(app, pharmacy)
  const token = await doorToken(app, pharmacy, delivery.id)

  await app.call(updateSettings, { as: admin, body: { name: 'A & B <script>alert(1)</script>' } })
  const { text } = await open(token)
  expect(text).not.toContain('<script>alert')
  expect(text).toContain('A &amp; B &lt;script&gt;')
})

type Language = (typeof languages)[number]['value']

test.each(allLanguages.map(({ value }) => value))(
  'every text is translated, with the same placeholders, in %s',
  (language: Language) => {
    const english = recipientTextsIn('english')
    const facts = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).sort()
    for (const [key, text] of Object.entries(recipientTextsIn(language))) {
      expect(text.trim()).not.toBe('')
      expect([key, facts(text)]).toEqual([key, facts(english[key as keyof typeof english])])
    }
    expect(Intl.getCanonicalLocales(recipientTextsIn(language).tag)).toEqual([recipientTextsIn(language).tag])
    expect(fillPlaceholders(slotText(recipientTextsIn(language), '09:00-12:00'), {})).toMatch(/9|٩/)
  },
)

test.each(sampleUnlessProof(allLanguages, 0, 4).map(({ value }) => value))(
  'the page is in the delivery’s language: %s',
  async (language: Language) => {
    const delivery = await aDelivery(app, pharmacy, { language })
    const { text } = await open(await doorToken(app, pharmacy, delivery.id))
    const { tag, dir, accessLabel } = recipientTextsIn(language)
    expect(text).toContain(`<html lang="${tag}" dir="${dir}">`)
    expect(text).toContain(accessLabel)
  },
)

test('the page shows what the recipient asked for until it is answered', async () => {
  const delivery = await aDelivery(app, pharmacy)
  const token = await doorToken(app, pharmacy, delivery.id)
  const body = { delivery_date: '2026-03-12', time_range: '09:00-12:00' as const }
  await app.call(tracking.askForDay, { params: { token }, body })
  expect(seen((await open(token)).text)).toContain('Asked for Thu, Mar 12, 9 AM – 12 PM. Corner Pharmacy will confirm.')
  await app.call(deliveries.updateDelivery, {
    as: pharmacy.admin,
    params: { id: delivery.id },
    body: { delivery_date: '2026-03-12' },
  })
  expect(seen((await open(token)).text)).toContain('Moved to Thu, Mar 12, 9 AM – 12 PM')
})

test('opening or checking the address that ends the updates leads to the page and changes nothing', async () => {
  const { id: patient_id } = await aPatient(app, pharmacy.admin, { notices: 'email' })
  const token = await doorToken(app, pharmacy, (await aDelivery(app, pharmacy, { patient_id })).id)
  for (const method of ['GET', 'HEAD']) {
    const path = `/api/track/${token}/unsubscribe`
    const answer = await fetch(new URL(path, app.gateway.address), { method, redirect: 'manual' })
    expect([method, answer.status, answer.headers.get('location')]).toEqual([method, 303, `/t/${token}`])
  }
  expect((await app.call(patients.readPatient, { as: pharmacy.admin, params: { id: patient_id } })).body.notices).toBe(
    'email',
  )
  const page = await open(token)
  expect(page.text).toContain('unsubscribe')
  const head = await app.fetchPath('HEAD', `/t/${token}`)
  expect([head.status, head.text]).toEqual([200, ''])
  expect((await app.fetchPath('HEAD', `/t/${'A'.repeat(22)}`)).status).toBe(404)
})
