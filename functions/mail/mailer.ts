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

/** Nobody waits longer for SES: whoever asked for the mail is waiting too. */
export const sendLimitMs = 1000

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
