import { randomUUID } from 'node:crypto'
import type { GoogleIdentity, ReadGoogleToken } from '#functions/security/google.ts'

/** A Google account. By default Google itself provides its address. */
type Said = Pick<GoogleIdentity, 'email'> & Partial<Pick<GoogleIdentity, 'sub' | 'isAuthoritative'>>

/** A new token of a Google account for `googleStandIn`. The same address always means the same Google account. */
export const aGoogleToken = ({ email, sub = `google ${email}`, isAuthoritative = true }: Said): string =>
  `${Buffer.from(JSON.stringify({ nonce: randomUUID(), email, sub, isAuthoritative })).toString('base64url')}.signature`

/** Reads these tokens in place of Google's, and refuses all others. */
export const googleStandIn: ReadGoogleToken = async (token, now) => {
  try {
    const { email, sub, isAuthoritative } = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString())
    return { email, sub, isAuthoritative, expires_at_seconds: Math.floor(now.getTime() / 1000) + 3600 }
  } catch {
    return undefined
  }
}
