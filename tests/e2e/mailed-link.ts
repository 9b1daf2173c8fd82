import { type APIRequestContext, expect } from '@playwright/test'

interface Store {
  emails: { destination: { to: string[] }; body: { text: string } }[]
}

const mailbox = `http://localhost:${process.env.CARELANE_E2E_MAIL_PORT}/store`

/** Waits for `count` emails to `email` with a link to `path`, and returns the newest link. */
export async function mailedLink(request: APIRequestContext, email: string, path: string, count = 1) {
  let links: string[] = []
  const find = async () => {
    // A request whose connection breaks is made again, because the mailbox may close a kept-alive connection just when it is used.
    const { emails }: Store = await (await request.get(mailbox, { maxRetries: 2 })).json()
    links = emails
      .filter(({ destination }) => destination.to.includes(email))
      .flatMap(({ body }) => body.text.match(new RegExp(`http://\\S+${path}\\S*`)) ?? [])
    return links.length
  }
  await expect.poll(find).toBe(count)
  return links.at(-1) ?? ''
}
