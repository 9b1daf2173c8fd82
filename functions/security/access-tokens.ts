import { errors, jwtVerify, SignJWT } from 'jose'
import type { SigningKeys } from './signing-keys.ts'

/** One day, as long as the web app keeps its cookie. */
export const accessTokenSeconds = 86_400

const issuer = 'carelane'
const audience = 'carelane-api'
const type = 'at+jwt'

export interface TokenSubject {
  userId: string
  tenantId: string
  sessionId: string
}

/** Says who calls, never what he may do: rights are read with every request. */
export async function signAccessToken(keys: SigningKeys, subject: TokenSubject, now: Date): Promise<string> {
  const { kid, key } = await keys.current()
  const issuedAt = Math.floor(now.getTime() / 1000)
  return new SignJWT({ tid: subject.tenantId, sid: subject.sessionId })
    .setProtectedHeader({ alg: 'HS256', typ: type, kid })
    .setSubject(subject.userId)
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + accessTokenSeconds)
    .sign(key)
}

/** Undefined for every token that is not ours, not for this API, or out of date. */
export async function readAccessToken(keys: SigningKeys, token: string, now: Date): Promise<TokenSubject | undefined> {
  try {
    const { payload } = await jwtVerify(
      token,
      async ({ kid }) => {
        const key = kid && (await keys.find(kid))
        if (!key) throw new errors.JWSInvalid('Unknown key')
        return key
      },
      { algorithms: ['HS256'], issuer, audience, typ: type, currentDate: now, requiredClaims: ['sub', 'exp'] },
    )
    const { sub, tid, sid } = payload
    if (!sub || typeof tid !== 'string' || typeof sid !== 'string') return undefined
    return { userId: sub, tenantId: tid, sessionId: sid }
  } catch (error) {
    if (error instanceof errors.JOSEError) return undefined
    throw error
  }
}
