import { randomUUID } from 'node:crypto'
import type { GoogleIdentity, GoogleTokenReader } from '#functions/security/google.ts'

/**
 * The facts that a token states about a Google account. By default Google is the authority on its email address, as on an address
 * that Google itself hosts.
 */
type Claims = Pick<GoogleIdentity, 'email'> & Partial<Pick<GoogleIdentity, 'sub' | 'isAuthoritative'>>

/**
 * Makes a new token of a Google account for `testGoogleTokenReader`. By default, the same address always means the same Google
 * account.
 */
export const aGoogleToken = ({ email, sub = `google ${email}`, isAuthoritative = true }: Claims): string =>
  `${Buffer.from(JSON.stringify({ nonce: randomUUID(), email, sub, isAuthoritative })).toString('base64url')}.signature`

/** Reads the tokens of `aGoogleToken` in place of Google's own. Refuses a token whose first part is not JSON in base64. */
export const testGoogleTokenReader: GoogleTokenReader = async (token, now) => {
  try {
    const { email, sub, isAuthoritative } = JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString())
    return { email, sub, isAuthoritative, expires_at_seconds: Math.floor(now.getTime() / 1000) + 3600 }
  } catch {
    return undefined
  }
}
