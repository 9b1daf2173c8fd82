import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeFileSync } from 'node:fs'
import type { Email } from 'aws-ses-v2-local/dist/store.js'
import * as z from 'zod/mini'
import { writeWholeFile } from '../write-whole-file.ts'

const email = z.object({
  messageId: z.string(),
  from: z.string(),
  replyTo: z.array(z.string()),
  destination: z.object({ to: z.array(z.string()), cc: z.array(z.string()), bcc: z.array(z.string()) }),
  subject: z.string(),
  body: z.object({ html: z.optional(z.string()), text: z.optional(z.string()) }),
  attachments: z.array(
    z.object({ content: z.string(), contentType: z.string(), filename: z.optional(z.string()), size: z.number() }),
  ),
  headers: z.optional(z.array(z.object({ name: z.string(), value: z.string() }))),
  at: z.number(),
})

interface KeptMails {
  read(): Email[]
  /** Makes the file hold these mails, which are on disk when it returns. It only appends, if it can. */
  keep(emails: readonly Email[]): void
}

const linesOf = (emails: readonly Email[]) => emails.map((mail) => `${JSON.stringify(mail)}\n`).join('')

/** Keeps mails in a file, one to a line. */
export function keepMails(path: string): KeptMails {
  let held: readonly Email[] = []
  let count = 0

  function append(emails: readonly Email[]): void {
    const file = openSync(path, 'a', 0o600)
    writeFileSync(file, linesOf(emails))
    fsyncSync(file)
    closeSync(file)
  }

  return {
    read() {
      const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
      // A kill can leave a torn last line, whose mail was never acknowledged.
      const lines = text.slice(0, text.lastIndexOf('\n') + 1).split('\n')
      return lines.filter((line) => line !== '').map((line) => email.parse(JSON.parse(line)))
    },
    keep(emails) {
      if (emails !== held) writeWholeFile(path, linesOf(emails))
      else if (emails.length > count) append(emails.slice(count))
      held = emails
      count = emails.length
    },
  }
}
