import * as z from 'zod/mini'
import type { TestApp } from './test-app.ts'
import { fetchWithoutSocket } from './without-sockets.ts'

const store = z.object({
  emails: z.array(
    z.object({
      from: z.string(),
      replyTo: z._default(z.array(z.string()), []),
      destination: z.object({ to: z.array(z.string()) }),
      subject: z.string(),
      // A text message has no HTML, and gets an empty text in its place.
      body: z.object({ html: z._default(z.string(), ''), text: z.string() }),
      headers: z.optional(z.array(z.object({ name: z.string(), value: z.string() }))),
    }),
  ),
})
type Mail = z.output<typeof store>['emails'][number]

/**
 * Returns every mail and text message that the local SES accepted, oldest first, or only those to one email address or telephone
 * number.
 */
export async function mailsOf({ cloud }: TestApp, to?: string): Promise<Mail[]> {
  const search = to === undefined ? '' : `?${new URLSearchParams({ to })}`
  const answer = await fetchWithoutSocket(`${cloud.mailOrigin}/store${search}`)
  return store.parse(JSON.parse(await answer.text())).emails
}

/** Returns the path and the token of the first link in an email. The token is empty if there is no mail or no link with a token. */
export function linkIn(mail: Mail | undefined) {
  const { pathname, searchParams } = new URL(/https?:\/\/\S+/.exec(mail?.body.text ?? '')?.[0] ?? 'about:blank')
  return { path: pathname, token: searchParams.get('token') ?? '' }
}

/** Returns the token of the first link in the newest mail to an address. */
export const newestToken = async (app: TestApp, to: string) => linkIn((await mailsOf(app, to)).at(-1)).token
