import { randomUUID } from 'node:crypto'
import type { OutgoingMail } from './mailer.ts'

const lineBreak = '\r\n'

/**
 * The most bytes of UTF-8 in one encoded word. Encoded, they stay below the 75 characters that a word may have with its frame (RFC
 * 2047).
 */
const wordBytes = 42

/** Encodes the text of a header in ASCII (RFC 2047). */
function encodedWords(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text
  const words: string[] = ['']
  for (const character of text) {
    const last = words.at(-1) ?? ''
    if (Buffer.byteLength(last + character) > wordBytes) words.push(character)
    else words[words.length - 1] = last + character
  }
  return words.map((word) => `=?UTF-8?B?${Buffer.from(word).toString('base64')}?=`).join(`${lineBreak} `)
}

const inLines = (text: string) => Buffer.from(text).toString('base64').replace(/.{76}/g, `$&${lineBreak}`)

/** Builds a mail in raw form, because SES's first API accepts custom headers in no other form. */
export function rawMessage({
  from,
  to,
  subject,
  html,
  text,
  headers = {},
}: OutgoingMail & { from: string }): Uint8Array {
  const boundary = `part-${randomUUID()}`
  const part = (type: string, content: string) => [
    `--${boundary}`,
    `Content-Type: ${type}; charset=UTF-8`,
    'Content-Transfer-Encoding: base64',
    '',
    inLines(content),
  ]
  return Buffer.from(
    [
      `From: Carelane <${from}>`,
      `To: ${to}`,
      `Subject: ${encodedWords(subject)}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      'MIME-Version: 1.0',
      `Content-Type: multipart/alternative; boundary="${boundary}"`,
      '',
      ...part('text/plain', text),
      ...part('text/html', html),
      `--${boundary}--`,
      '',
    ].join(lineBreak),
  )
}
