import { randomUUID } from 'node:crypto'
import type { GoogleIdentity, ReadGoogleToken } from '#functions/security/google.ts'

/** A Google account, unless it is said otherwise one whose address Google itself gives out. */
type Said = Pick<GoogleIdentity, 'email'> & Partial<Pick<GoogleIdentity, 'sub' | 'isAuthoritative'>>

/** A new token of a Google account for `googleStandIn`. An address has the same Google account each time. */
export const aGoogleToken = ({ email, sub = `google ${email}`, isAuthoritative = true }: Said): string =>
  `${Buffer.from(JSON.stringify({ nonce: randomUUID(), email, sub, isAuthoritative })).toString('base64url')}.signature`

/** Reads these tokens in Google's place, and no other. */
export const googleStandIn: ReadGoogleToken = async (token, now) => {
  try {
    const { email, sub, isAuthoritative } = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString())
    return { email, sub, isAuthoritative, expires_at_seconds: Math.floor(now.getTime() / 1000) + 3600 }
  } catch {
    return undefined
  }
}
