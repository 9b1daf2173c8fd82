import type * as auth from '#shared/api/auth.ts'
import type { Operation } from '../http/operation.ts'
import { newLink, openLink, spendLink } from '../security/links.ts'

/** Proves the mailbox. Who has no password yet gets a token to set one with. */
export const verifyEmail: Operation<typeof auth.verifyEmail> = async ({ body }, services) => {
  const user = await openLink(services, 'verification', body.token)
  const next = user.password_hash ? undefined : await newLink(services.keys, 'set_password', user, services.now())
  await spendLink(services.table, 'verification', { user, effect: { is_verified: true, ...next?.fields } })
  return { email: user.email, ...(next && { set_password_token: next.token }) }
}
