import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import { mailPartitions } from '#functions/data/entities/mail.ts'
import { keysOf, unscopedKeys } from '#functions/data/table-keys.ts'
import { put, update } from '#functions/data/writes.ts'
import { isLetterKind, type LetterFields, type LetterKind, letterOf, letters } from '#functions/mail/letters.ts'
import { dueNow, mailWrite } from '#functions/mail/outbox.ts'
import { renderMail } from '#functions/mail/render-mail.ts'
import { newLink } from '#functions/security/links.ts'
import { aDelivery, complete, completionData, keyForm } from '#tests/support/builders.ts'
import { passSeconds, seconds } from '#tests/support/clock.ts'
import { mailsOf } from '#tests/support/mailbox.ts'
import { app, test } from '#tests/support/product-test.ts'
import { scriptPayloads } from '#tests/support/script-payloads.ts'
import type { Organisation } from '#tests/support/test-app.ts'

/**
 * These tests take every letter from the registry. A letter whose emails have a field of their own does not compile here until
 * `fieldsOf` has it.
 */
const kinds = Object.keys(letters).filter(isLetterKind)

const link = 'https://app.carelane.example/reset-password?token=kid.abc_-'
/** Facts of any letter: the link is ours, and every other fact is `text`. */
const factsOf = (text: string) => new Proxy({}, { get: (_, name) => (name === 'link' ? link : text) })

const tagsOf = (html: string) => html.match(/<[^>]*>/g)
const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
const unescaped = (html: string) => html.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => characters[name] ?? '')

describe.each(kinds)('the email %s', (kind) => {
  const contentsOf = (text: string) => letterOf(kind).text(factsOf(text))
  const contents = contentsOf('Corner Pharmacy')
  const mail = renderMail(contents)
  const links = contents.button ? [link] : []

  test('says the same in HTML and in text, and why its reader receives it', () => {
    const { heading, paragraphs, button, fineprint } = contents
    for (const part of [heading, ...paragraphs, ...(button ? [button.label, button.link] : []), fineprint]) {
      expect(mail.text).toContain(part)
      expect(unescaped(mail.html)).toContain(part)
    }
    expect(fineprint).toMatch(/because|works once/)
    expect(mail.text).toContain('Corner Pharmacy')
  })

  test('labels its spelled-out link, so that screen readers do not spell it', () => {
    expect(tagsOf(mail.html)?.filter((tag) => tag.startsWith('<a ') && !tag.includes('inline-block'))).toEqual(
      links.map(() => expect.stringContaining('aria-label="The same link, to copy"')),
    )
  })

  test('loads nothing from the network and links only to the app', () => {
    expect(mail.html).not.toMatch(/<img|<script|<link|src=|url\(|@import/i)
    expect(new Set(mail.html.match(/https?:\/\/[^"<\s]+/g))).toEqual(new Set(links))
  })

  test('escapes hostile text', () => {
    for (const hostile of scriptPayloads) {
      const { html, text } = renderMail(contentsOf(hostile))
      expect(tagsOf(html)).toEqual(tagsOf(mail.html))
      expect(unescaped(html)).toContain(hostile)
      expect(text).toContain(hostile)
    }
  })

  test('keeps line breaks out of its subject', () => {
    const hostile = 'Ada\r\nBcc: everyone@example.com\u2028Admin'
    const { subject, html } = renderMail(contentsOf(hostile))
    expect(subject).not.toMatch(/[\r\n\u2028]/)
    expect(html).toContain(`<title>${subject}</title>`)
  })

  test('breaks long words and keeps the body out of the preview', () => {
    expect(mail.html).toContain('overflow-wrap:anywhere')
    expect(mail.html).toMatch(/<div style="display:none[^"]*">[^<]+?(&#847;&zwnj;&nbsp;){80}<\/div>/)
  })
})

type Intersection<U> = (U extends unknown ? (each: U) => void : never) extends (all: infer All) => void ? All : never
type EveryField = Intersection<LetterFields>

const waiting = async () => (await Promise.all(mailPartitions.map((partition) => app.table.queryAll(partition)))).flat()
const leads = ['verification', 'invitation', 'reset'] as const

/** Returns the fields of all letters, as they are in the emails of one organisation, and stores the link of a letter that has one. */
async function fieldsOf(kind: LetterKind, { tenant, admin, driver }: Organisation): Promise<EveryField> {
  const keys = keysOf(tenant.id)
  const account_id = admin.user.account_id ?? ''
  const holder = kind === 'reset' ? account_id : admin.user.id
  const purpose = leads.find((lead) => lead === kind) ?? 'reset'
  const place = { tenant_id: tenant.id, holder_id: holder }
  const { seed, fields } = await newLink(app.services.keys, purpose, place, app.clock.now)
  if (kind === 'reset') await app.table.write(update(unscopedKeys.account(account_id), { set: fields }))
  else await app.table.write(update(keys.user(admin.user.id), { set: fields }))
  await app.table.write(update(keys.user(driver.user.id), { set: { is_tenant_admin: true } }))
  const key_id = randomUUID()
  const created_by = { id: driver.user.id, name: 'Dora Driver' }
  const made = { ...keyForm(app.clock.now), id: key_id, prefix: 'ck_12345', hashes: [], created_at: '', created_by }
  await app.table.write(put(keys.apiKey(key_id), made))
  const by_id = driver.user.id
  return { ...seed, account_id, user_id: driver.user.id, key_id, by_id, notice: 'totp_added', products: ['docfinder'] }
}

/** An organization about which every letter has something to say: it has a completed delivery of yesterday. */
let pharmacy: Organisation
test.beforeAll(async () => {
  pharmacy = await app.createPharmacy()
  const { id } = await aDelivery(app, pharmacy, { status: 'in_progress' })
  await complete(app, pharmacy.driver, id, { data: completionData })
  passSeconds(app, seconds.day)
})

describe.each(kinds)('an email of the kind %s', (kind) => {
  test('is sent and removed from the outbox', async () => {
    const fields = await fieldsOf(kind, pharmacy)
    const sent = (await mailsOf(app)).length
    const isToSupport = kind === 'verification_asked'
    const verification = isToSupport ? { remove: ['verified_at' as const] } : { set: { verified_at: '2026-01-01' } }
    await app.table.write(update(keysOf(pharmacy.tenant.id).tenant, verification))
    const mail = { ...fields, ...dueNow(app.services), kind, reader_id: pharmacy.admin.user.id }
    await app.table.write(mailWrite(mail))
    await app.sendMails()
    const mails = (await mailsOf(app)).slice(sent)
    expect(mails.map(({ destination }) => destination.to)).toEqual([
      [isToSupport ? app.services.supportAddress : pharmacy.admin.user.email],
    ])
    expect(await waiting()).toEqual([])
  })
})

test('an email to administrators reaches all of them, even if they do not fit into one write', async () => {
  const kind = kinds.find((each) => letterOf(each).readers === 'administrators') ?? 'reset'
  const fields = await fieldsOf(kind, pharmacy)
  const { id, ...admin } = pharmacy.admin.user
  const others = Array.from({ length: 85 }, (_, i) => ({ ...admin, id: randomUUID(), email: `${i}@example.com` }))
  const { account_id, ...invited } = { ...admin, id: randomUUID(), email: 'not.joined@example.com' }
  const inactive = { ...admin, id: randomUUID(), email: 'inactive@example.com', is_active: false }
  for (const user of [...others, invited, inactive])
    await app.table.write(put(keysOf(user.tenant_id).user(user.id), user))
  const { send } = app.services.mailer
  const readers: string[] = []
  app.services.mailer.send = async ({ to }) => void readers.push(to)
  const mail = { ...fields, ...dueNow(app.services), kind, except: [id] }
  await app.table.write(mailWrite(mail))
  while ((await waiting()).length > 0) await app.sendMails()
  app.services.mailer.send = send
  expect(readers.toSorted()).toEqual([...others, pharmacy.driver.user].map(({ email }) => email).toSorted())
})
