import { type APIRequestContext, expect } from '@playwright/test'

interface Store {
  emails: { destination: { to: string[] }; body: { text: string } }[]
}

/** The address in the newest mail to `email` that leads to `path`, once it is there. */
export async function mailedLink(request: APIRequestContext, email: string, path: string) {
  let link: string | undefined
  const find = async () => {
    const { emails }: Store = await (await request.get('http://localhost:43101/store')).json()
    link = emails
      .filter(({ destination }) => destination.to.includes(email))
      .flatMap(({ body }) => body.text.match(new RegExp(`http://\\S+${path}\\S*`)) ?? [])
      .at(-1)
    return link
  }
  await expect.poll(find).toBeDefined()
  return link ?? ''
}
