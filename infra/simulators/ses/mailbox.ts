import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import { createTransport } from 'nodemailer'
import * as z from 'zod/mini'
import { writeWholeFile } from '../write-whole-file.ts'

const mailSchema = z.object({
  messageId: z.string(),
  from: z.string(),
  replyTo: z.array(z.string()),
  destination: z.object({ to: z.array(z.string()), cc: z.array(z.string()), bcc: z.array(z.string()) }),
  subject: z.string(),
  body: z.object({ html: z.optional(z.string()), text: z.optional(z.string()) }),
  attachments: z.array(z.unknown()),
  headers: z.optional(z.array(z.object({ name: z.string(), value: z.string() }))),
  /** Seconds since 1970. */
  at: z.number(),
})

/** A mail in the form that the mailbox page reads. */
export type MailboxMail = z.infer<typeof mailSchema>

/** The response of `GET /store` of aws-ses-v2-local. */
export const mailStoreSchema = z.object({ emails: z.array(mailSchema) })

interface Mailbox {
  /** Oldest mail first. */
  mails(): readonly MailboxMail[]
  /** The mail is on disk when this returns. */
  add(mail: MailboxMail): void
  clear(): void
}

const lineOf = (mail: MailboxMail) => `${JSON.stringify(mail)}\n`

/** Opens a mailbox, which keeps emails in a file, one mail on each line. Without a path, it keeps them only in memory. */
export function openMailbox(path: string | undefined): Mailbox {
  let mails = path ? read(path) : []
  if (path) writeWholeFile(path, mails.map(lineOf).join(''))
  return {
    mails: () => mails,
    add(mail) {
      if (path) append(path, lineOf(mail))
      mails.push(mail)
    },
    clear() {
      if (path) writeWholeFile(path, '')
      mails = []
    },
  }
}

function read(path: string): MailboxMail[] {
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  // A kill can leave an incomplete last line. Its mail was never acknowledged.
  const lines = text.slice(0, text.lastIndexOf('\n') + 1).split('\n')
  return lines.filter((line) => line !== '').map((line) => mailSchema.parse(JSON.parse(line)))
}

function append(path: string, line: string): void {
  const file = openSync(path, 'a', 0o600)
  writeFileSync(file, line)
  fsyncSync(file)
  closeSync(file)
}

/** Returns the mail as a file that mail programs can open, in the form in which the mailbox page downloads it. */
export async function mailAsFile({
  messageId,
  from,
  replyTo,
  destination,
  subject,
  body,
  at,
}: MailboxMail): Promise<object> {
  const writer = createTransport({ streamTransport: true, buffer: true })
  const date = new Date(at * 1000)
  const { message } = await writer.sendMail({ from, replyTo, ...destination, subject, ...body, date })
  return { messageId, fileName: subject, body: message }
}
