import { describe, expect, test } from 'vitest'
import { exportReadyMail } from '#functions/mail/letters/export-ready.ts'
import { invitationMail } from '#functions/mail/letters/invitation.ts'
import { productsAddedMail } from '#functions/mail/letters/products-added.ts'
import { passwordResetMail } from '#functions/mail/letters/reset.ts'
import { verificationMail } from '#functions/mail/letters/verification.ts'
import { type MailNames, renderMail } from '#functions/mail/render-mail.ts'
import { scriptPayloads } from '#tests/support/script-payloads.ts'

const facts = { name: 'Ivy', tenant: 'Corner Pharmacy', inviter: 'Ada Admin' }
const newProducts = (told: MailNames) => productsAddedMail({ ...told, products: ['Speech EMR', 'DocFinder'] })
const tagsOf = (html: string) => html.match(/<[^>]*>/g)
const characters: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }
const unescaped = (html: string) => html.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => characters[name] ?? '')
const link = 'https://app.carelane.example/reset-password?token=kid.abc_-'

describe.each([
  ['set-password', verificationMail, 'Verify your email address and choose a password', '24 hours'],
  ['reset', passwordResetMail, 'Reset your password', '1 hour'],
  ['invitation', invitationMail, 'Ada Admin invited you to Corner Pharmacy', '7 days'],
  ['export-ready', exportReadyMail, 'The export of Corner Pharmacy is ready', 'asked for the export'],
  ['products-added', newProducts, 'New products for Corner Pharmacy', 'an administrator of Corner Pharmacy'],
])('the %s mail', (_, template, subject, fine) => {
  const links = template(facts).button === undefined ? [] : [link]
  const mail = renderMail(template(facts), ...links)

  test('says the same in HTML and in text', () => {
    expect(mail.subject).toBe(subject)
    const { heading, paragraphs, button = [], fineprint } = template(facts)
    for (const part of [heading, ...paragraphs, button, fineprint, links].flat()) {
      expect(mail.text).toContain(part)
      expect(mail.html).toContain(part.replaceAll("'", '&#39;'))
    }
    expect(fineprint).toContain(fine)
    expect(mail.text).toContain('Corner Pharmacy')
  })

  test('is not read out letter by letter where its link is spelt out', () => {
    expect(tagsOf(mail.html)?.filter((tag) => tag.startsWith('<a ') && !tag.includes('inline-block'))).toEqual(
      links.map(() => expect.stringContaining('aria-label="The same link, to copy"')),
    )
  })

  test('loads nothing from the network', () => {
    expect(mail.html).not.toMatch(/<img|<script|<link|src=|url\(|@import/i)
    expect(new Set(mail.html.match(/https?:\/\/[^"<\s]+/g))).toEqual(new Set(links))
  })

  test.each(scriptPayloads)('has the same tags and attributes for the name %s as for any other', (hostile) => {
    const { html, text } = renderMail(template({ name: hostile, tenant: hostile, inviter: hostile }), ...links)
    expect(tagsOf(html)).toEqual(tagsOf(mail.html))
    expect(unescaped(html)).toContain(hostile)
    expect(text).toContain(hostile)
  })

  test('breaks a word that is longer than its line, and has no preview text beside the subject', () => {
    expect(mail.html).toContain('overflow-wrap:anywhere')
    const { preview } = template(facts)
    expect(mail.html).toMatch(new RegExp(`<div style="display:none[^"]*">${preview}(&#847;&zwnj;&nbsp;){80}</div>`))
  })

  test('cannot be changed by a name', () => {
    const hostile = `<b onclick="x">O'Neil & Co</b>\r\nBcc: all@example.com`
    const { subject, html } = renderMail(template({ name: hostile, tenant: hostile, inviter: hostile }), ...links)
    expect(html).not.toContain('<b onclick')
    expect(html).toContain('&lt;b onclick=&quot;x&quot;&gt;O&#39;Neil &amp; Co&lt;/b&gt;')
    expect(subject).not.toMatch(/[\r\n]/)
  })
})
