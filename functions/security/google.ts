import type { JWTPayload } from 'jose'
import * as errors from 'jose/errors'
import { createRemoteJWKSet } from 'jose/jwks/remote'
import { jwtVerify } from 'jose/jwt/verify'
import { emailAddress } from '#shared/model/account-forms.ts'
import { unavailable } from '../http/app-error.ts'

interface Issuer {
  /** Ours, as Google knows it. */
  clientId: string
  issuer: string
  jwksUrl: string
}

/** What a good ID token says. */
export interface GoogleIdentity {
  /** Google's own name for the Google account: it stays when the address changes hands. */
  sub: string
  /** Lower-cased. */
  email: string
  /** Google itself gives this address out, or the organisation whose domain it is has Google do so: its word proves the mailbox. */
  isAuthoritative: boolean
  expires_at_seconds: number
}

/** What a good ID token says; undefined for any other. 503 while the issuer's keys cannot be had. */
export type ReadGoogleToken = (token: string, now: Date) => Promise<GoogleIdentity | undefined>

/** The one step outside: slower than this, and the answer is 503. */
const keysTimeoutMs = 2000

export function googleTokens({ clientId, issuer, jwksUrl }: Issuer): ReadGoogleToken {
  const keys = createRemoteJWKSet(new URL(jwksUrl), { timeoutDuration: keysTimeoutMs })
  const options = {
    algorithms: ['RS256'],
    // Google signs with either.
    issuer: [issuer, issuer.replace(/^https:\/\//, '')],
    audience: clientId,
    requiredClaims: ['exp', 'iat', 'sub', 'email'],
  }
  return async (token, now) => {
    try {
      const { payload } = await jwtVerify(token, keys, { ...options, currentDate: now })
      return identityIn(payload)
    } catch (error) {
      if (isOutage(error)) throw unavailable()
      return undefined
    }
  }
}

const ownDomains: readonly unknown[] = ['gmail.com', 'googlemail.com']

function identityIn({ sub = '', email: said, email_verified, hd, exp = 0 }: JWTPayload): GoogleIdentity | undefined {
  const email = emailAddress().safeParse(said).data
  if (email === undefined || email_verified !== true || !sub) return undefined
  const domain = email.slice(email.lastIndexOf('@') + 1)
  const isAuthoritative = ownDomains.includes(domain) || (typeof hd === 'string' && hd.toLowerCase() === domain)
  return { sub, email, isAuthoritative, expires_at_seconds: exp }
}

/** The issuer did not answer, or not with keys; every other failure is the token's. */
const isOutage = (error: unknown) =>
  !(error instanceof errors.JOSEError) ||
  error instanceof errors.JWKSTimeout ||
  error instanceof errors.JWKSInvalid ||
  error.code === errors.JOSEError.code
