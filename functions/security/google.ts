import * as errors from 'jose/errors'
import { createRemoteJWKSet } from 'jose/jwks/remote'
import { jwtVerify } from 'jose/jwt/verify'
import { emailAddress } from '#shared/model/account.ts'
import { unavailable } from '../http/app-error.ts'

interface Issuer {
  /** Ours, as Google knows it. */
  clientId: string
  issuer: string
  jwksUrl: string
}

/** The address of a good ID token, lower-cased; undefined for any other. 503 while the issuer's keys cannot be had. */
export type ReadGoogleToken = (token: string, now: Date) => Promise<string | undefined>

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
      const { email, email_verified } = payload
      return email_verified === true ? emailAddress().safeParse(email).data : undefined
    } catch (error) {
      if (isOutage(error)) throw unavailable()
      return undefined
    }
  }
}

/** The issuer did not answer, or not with keys; every other failure is the token's. */
const isOutage = (error: unknown) =>
  !(error instanceof errors.JOSEError) ||
  error instanceof errors.JWKSTimeout ||
  error instanceof errors.JWKSInvalid ||
  error.code === errors.JOSEError.code
