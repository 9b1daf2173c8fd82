import type { JWTPayload } from 'jose'
import * as errors from 'jose/errors'
import { createRemoteJWKSet } from 'jose/jwks/remote'
import { jwtVerify } from 'jose/jwt/verify'
import { emailAddress } from '#shared/model/account-forms.ts'
import { unavailableError } from '../failures/app-error.ts'

interface Issuer {
  /** Our client id at Google. */
  clientId: string
  issuer: string
  jwksUrl: string
}

/** The claims of a valid ID token. */
export interface GoogleIdentity {
  /**
   * Google's id for the Google account. If the e-mail address passes to another person, that person's Google account has another
   * id.
   */
  sub: string
  /** The e-mail address, in lower case. */
  email: string
  /** Whether Google's statement proves access to the mailbox: Google provides the mailbox, or manages its domain. */
  isAuthoritative: boolean
  expires_at_seconds: number
}

/**
 * Reads the claims of an ID token. Returns undefined if the token isn't valid or its e-mail address isn't verified. Throws a 503
 * while the issuer's keys cannot be read.
 */
export type GoogleTokenReader = (token: string, now: Date) => Promise<GoogleIdentity | undefined>

/**
 * The time limit for reading Google's keys, in milliseconds. This is the only request to a server outside AWS; if it takes longer,
 * the response is a 503.
 */
const keysTimeoutMs = 2000

export function googleTokenReader({ clientId, issuer, jwksUrl }: Issuer): GoogleTokenReader {
  const keys = createRemoteJWKSet(new URL(jwksUrl), { timeoutDuration: keysTimeoutMs })
  const options = {
    algorithms: ['RS256'],
    // Google writes the issuer with `https://` in some tokens and without it in others.
    issuer: [issuer, issuer.replace(/^https:\/\//, '')],
    audience: clientId,
    requiredClaims: ['exp', 'iat', 'sub', 'email'],
  }
  return async (token, now) => {
    try {
      const { payload } = await jwtVerify(token, keys, { ...options, currentDate: now })
      return identityIn(payload)
    } catch (error) {
      if (isOutage(error)) throw unavailableError()
      return undefined
    }
  }
}

const ownDomains: readonly unknown[] = ['gmail.com', 'googlemail.com']

function identityIn({
  sub = '',
  email: claimedEmail,
  email_verified,
  hd,
  exp = 0,
}: JWTPayload): GoogleIdentity | undefined {
  const email = emailAddress().safeParse(claimedEmail).data
  if (email === undefined || email_verified !== true || !sub) return undefined
  const domain = email.slice(email.lastIndexOf('@') + 1)
  const isAuthoritative = ownDomains.includes(domain) || (typeof hd === 'string' && hd.toLowerCase() === domain)
  return { sub, email, isAuthoritative, expires_at_seconds: exp }
}

/** Returns true if the issuer failed to return its keys. Every other error means that the token is invalid. */
const isOutage = (error: unknown) =>
  !(error instanceof errors.JOSEError) ||
  error instanceof errors.JWKSTimeout ||
  error instanceof errors.JWKSInvalid ||
  error.code === errors.JOSEError.code
