export interface Message {
  to: string
  subject: string
  html: string
  text: string
}

export interface Mailer {
  /** Resolves when SES has taken the message. */
  send(message: Message): Promise<void>
}

/** How long anybody waits for SES: whoever asked for the mail is waiting too. */
const sendLimitMs = 1000

const utf8 = (Data: string) => ({ Data, Charset: 'UTF-8' })

export function openMailer(sender: string): Mailer {
  async function connect() {
    const { SendEmailCommand, SESClient } = await import('./ses-sdk.ts')
    // One attempt: what fails is tried again by the worker.
    return { client: new SESClient({ maxAttempts: 1 }), SendEmailCommand }
  }
  let connected: ReturnType<typeof connect> | undefined

  return {
    async send({ to, subject, html, text }) {
      // The SDK would keep what it had written of such a message before it failed, and put it in front of the next one.
      if (![to, subject, html, text].every((part) => part.isWellFormed())) throw new TypeError('Half a character')
      connected ??= connect()
      const { client, SendEmailCommand } = await connected
      await client.send(
        new SendEmailCommand({
          Source: `Carelane <${sender}>`,
          Destination: { ToAddresses: [to] },
          Message: { Subject: utf8(subject), Body: { Html: utf8(html), Text: utf8(text) } },
        }),
        { abortSignal: AbortSignal.timeout(sendLimitMs) },
      )
    },
  }
}
