import { type APIRequestContext, expect } from '@playwright/test'

interface Store {
  emails: { destination: { to: string[] }; body: { text: string } }[]
}

const mailbox = `http://localhost:${process.env.CARELANE_E2E_MAIL_PORT}/store`

/** The newest of `count` addresses mailed to `email` that lead to `path`, once all are there. */
export async function mailedLink(request: APIRequestContext, email: string, path: string, count = 1) {
  let links: string[] = []
  const find = async () => {
    // A connection that is kept may be closed by the mailbox at the moment of its next use.
    const { emails }: Store = await (await request.get(mailbox, { maxRetries: 2 })).json()
    links = emails
      .filter(({ destination }) => destination.to.includes(email))
      .flatMap(({ body }) => body.text.match(new RegExp(`http://\\S+${path}\\S*`)) ?? [])
    return links.length
  }
  await expect.poll(find).toBe(count)
  return links.at(-1) ?? ''
}
