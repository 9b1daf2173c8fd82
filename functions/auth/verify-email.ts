import type * as auth from '#shared/api/auth.ts'
import type { Operation } from '../http/operation.ts'
import { newLink, openLink, spendLink } from '../security/links.ts'

/** Proves the mailbox. Who has no password yet gets a token to set one with. */
export const verifyEmail: Operation<typeof auth.verifyEmail> = async ({ body }, house) => {
  const { token } = body
  const user = await openLink(house, 'verification', token)
  const next = user.password_hash ? undefined : await newLink(house.keys, 'set_password', user, house.now())
  await spendLink(house.table, 'verification', { token, user, effect: { is_verified: true, ...next?.fields } })
  return { email: user.email, ...(next && { set_password_token: next.token }) }
}
