import { randomUUID } from 'node:crypto'
import * as z from 'zod/mini'
import { s3ClientLoader } from '../files/s3-client.ts'
import type { Mailer } from './mailer.ts'

/** The keys of kept mails begin with this, and sort by time. */
export const storedMailsPrefix = 'mails/'

/** A mail that was stored instead of sent. Operators read it with `npm run operate -- {env} mails`. */
export const storedMail = z.object({ sent_at: z.string(), to: z.string(), subject: z.string(), text: z.string() })

/** Makes a mailer for an environment that has no sender. It stores each mail as an object of the bucket. */
export function keepMails({ bucket, pathStyle }: { bucket: string; pathStyle: boolean }): Mailer {
  const open = s3ClientLoader(() => import('../files/s3-sdk.ts'), {
    forcePathStyle: pathStyle,
    requestHandler: { requestTimeout: 3000, throwOnRequestTimeout: true, connectionTimeout: 1000 },
  })
  return {
    async send({ to, subject, text }) {
      const { client, s3 } = await open()
      const sent_at = new Date().toISOString()
      const mail: z.output<typeof storedMail> = { sent_at, to, subject, text }
      await client.send(
        new s3.PutObjectCommand({
          Bucket: bucket,
          Key: `${storedMailsPrefix}${sent_at}-${randomUUID()}.json`,
          Body: JSON.stringify(mail),
          ContentType: 'application/json',
        }),
      )
    },
  }
}
