import { rawMessage } from './raw-message.ts'

export interface Message {
  to: string
  subject: string
  html: string
  text: string
  /** Headers besides those that every mail has. */
  headers?: Readonly<Record<string, string>>
  /**
   * Tags that SES returns when it reports that this message bounced. Its reader doesn't see them. Only a message with headers can
   * have tags.
   */
  tags?: Readonly<Record<string, string>>
}

export interface Mailer {
  /** Resolves when SES has accepted the message. */
  send(message: Message): Promise<void>
}

/** How long to wait for SES, because the person who requested the mail is waiting too. */
const sendLimitMs = 1000

const utf8 = (Data: string) => ({ Data, Charset: 'UTF-8' })

export function openMailer(sender: string): Mailer {
  async function connect() {
    const { SendEmailCommand, SendRawEmailCommand, SESClient } = await import('./ses-sdk.ts')
    // One attempt only, because the worker tries a failed mail again.
    return { client: new SESClient({ maxAttempts: 1 }), SendEmailCommand, SendRawEmailCommand }
  }
  let connected: ReturnType<typeof connect> | undefined

  return {
    async send({ to, subject, html, text, headers, tags = {} }) {
      // A lone surrogate makes the SDK stop in the middle of a text and put the partial output in front of the next message.
      if (![to, subject, html, text].every((part) => part.isWellFormed())) throw new TypeError('Half a character')
      connected ??= connect()
      const { client, SendEmailCommand, SendRawEmailCommand } = await connected
      const abortSignal = AbortSignal.timeout(sendLimitMs)
      if (headers) {
        const Data = rawMessage({ from: sender, to, subject, html, text, headers })
        const Tags = Object.entries(tags).map(([Name, Value]) => ({ Name, Value }))
        const raw = { Source: sender, Destinations: [to], RawMessage: { Data }, Tags }
        await client.send(new SendRawEmailCommand(raw), { abortSignal })
        return
      }
      await client.send(
        new SendEmailCommand({
          Source: `Carelane <${sender}>`,
          Destination: { ToAddresses: [to] },
          Message: { Subject: utf8(subject), Body: { Html: utf8(html), Text: utf8(text) } },
        }),
        { abortSignal },
      )
    },
  }
}
