import { randomUUID } from 'node:crypto'

export interface OutgoingMail {
  to: string
  subject: string
  html: string
  text: string
  /** The name of the sender. `Carelane` if there is none. It is only used for a message that has `headers`. */
  fromName?: string
  /** The address to which replies go. It is only used for a message that has `headers`. */
  replyTo?: string
  /** Headers in addition to those of every mail. */
  headers?: Readonly<Record<string, string>>
  /**
   * Tags that SES returns if it reports that the message bounced. The readers of the mail don't see them.
   */
  tags?: Readonly<Record<string, string>>
  /** Whether a person waits for the response to a call meanwhile. */
  isAwaited?: boolean
}

export interface Mailer {
  /** Resolves when SES has accepted the message. */
  send(message: OutgoingMail): Promise<void>
}

/**
 * How many milliseconds to wait for SES. This is short while a person waits for the response to a call. It is long otherwise, because
 * a letter whose response is missed is sent again, and an update to a recipient is not.
 */
const sendLimitMs = { awaited: 1000, other: 5000 }

const utf8 = (Data: string) => ({ Data, Charset: 'UTF-8' })

export function openMailer(sender: string): Mailer {
  async function connect() {
    const { SendEmailCommand, SendRawEmailCommand, SESClient } = await import('./ses-sdk.ts')
    // Make only one attempt, because the worker tries a failed mail again.
    return { client: new SESClient({ maxAttempts: 1 }), SendEmailCommand, SendRawEmailCommand }
  }
  let connected: ReturnType<typeof connect> | undefined

  return {
    async send({ to, subject, html, text, fromName = 'Carelane', replyTo, headers, tags = {}, isAwaited }) {
      // Half a surrogate pair would make the SDK stop in the middle of the text and prepend the partial output to the next message.
      if (![to, subject, html, text, fromName].every((part) => part.isWellFormed()))
        throw new TypeError('Half a character')
      connected ??= connect()
      const { client, SendEmailCommand, SendRawEmailCommand } = await connected
      const abortSignal = AbortSignal.timeout(isAwaited ? sendLimitMs.awaited : sendLimitMs.other)
      const Tags = Object.entries(tags).map(([Name, Value]) => ({ Name, Value }))
      if (headers) {
        const from = `${phrase(fromName)} <${sender}>`
        const all = { ...(replyTo && { 'Reply-To': replyTo }), ...headers }
        const Data = rawMessage({ from, to, subject, html, text, headers: all })
        const raw = { Source: sender, Destinations: [to], RawMessage: { Data }, Tags }
        await client.send(new SendRawEmailCommand(raw), { abortSignal })
        return
      }
      await client.send(
        new SendEmailCommand({
          Source: `Carelane <${sender}>`,
          Destination: { ToAddresses: [to] },
          Message: { Subject: utf8(subject), Body: { Html: utf8(html), Text: utf8(text) } },
          ...(Tags.length > 0 && { Tags }),
        }),
        { abortSignal },
      )
    },
  }
}

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

/** Writes a name for the header of an address: in quotes, or encoded if it is not in ASCII. */
function phrase(name: string): string {
  const line = name.replace(/\s+/g, ' ').trim()
  return /^[\x20-\x7e]*$/.test(line) ? `"${line.replace(/["\\]/g, '\\$&')}"` : encodedWords(line)
}

const inLines = (text: string) => Buffer.from(text).toString('base64').replace(/.{76}/g, `$&${lineBreak}`)

/** Builds a mail in raw form, because SES's first API accepts custom headers in no other form. */
function rawMessage({ from, to, subject, html, text, headers = {} }: OutgoingMail & { from: string }): Uint8Array {
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
      `From: ${from}`,
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
