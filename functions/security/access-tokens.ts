import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import type { SigningKeys } from './signing-keys.ts'

/** A quarter of an hour. Afterwards the page refreshes the token, and the refresh tells whether somebody is using it. */
const accessTokenSeconds = 900

const issuer = 'carelane'
const audience = 'carelane-api'

/** The person a token is for. */
export interface TokenSubject {
  accountId: string
  userId: string
  tenantId: string
  sessionId: string
}

/** Exactly the claims that we write. A token with any other claim, such as `nbf`, is refused. */
const claimsShape = z.strictObject({
  aid: z.string().check(z.minLength(1)),
  tid: z.string().check(z.minLength(1)),
  sid: z.string().check(z.minLength(1)),
  sub: z.string().check(z.minLength(1)),
  iss: z.literal(issuer),
  aud: z.literal(audience),
  iat: z.number(),
  exp: z.number(),
})

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

const decode = (text: string): unknown => JSON.parse(Buffer.from(text, 'base64url').toString())

const headerOf = (kid: string) => encode({ alg: 'HS256', typ: 'at+jwt', kid })

const macOf = (key: KeyObject, text: string) => createHmac('sha256', key).update(text).digest('base64url')

/** The token says who calls but not what they may do: rights are read on every request. */
export async function signAccessToken(keys: SigningKeys, subject: TokenSubject, now: Date): Promise<string> {
  const { kid, key } = await keys.current()
  const iat = Math.floor(now.getTime() / 1000)
  const claims: z.output<typeof claimsShape> = {
    aid: subject.accountId,
    tid: subject.tenantId,
    sid: subject.sessionId,
    sub: subject.userId,
    iss: issuer,
    aud: audience,
    iat,
    exp: iat + accessTokenSeconds,
  }
  const text = `${headerOf(kid)}.${encode(claims)}`
  return `${text}.${macOf(key, text)}`
}

/**
 * Undefined for every token that is not ours, not for this API, or expired. Uses Node's own HMAC, because a JWT library on
 * WebCrypto loads and verifies more slowly.
 */
export async function readAccessToken(keys: SigningKeys, token: string, now: Date): Promise<TokenSubject | undefined> {
  const [header = '', payload = '', mac = '', ...more] = token.split('.')
  const kid = kidOf(header)
  // The header is compared as a whole, because another algorithm, type or field makes another header.
  if (!kid || header !== headerOf(kid) || more.length > 0) return undefined
  const key = await keys.find(kid)
  if (!key || !isSame(mac, macOf(key, `${header}.${payload}`))) return undefined
  const { success, data } = z.safeParse(claimsShape, decode(payload))
  if (!success || data.exp * 1000 <= now.getTime()) return undefined
  return { accountId: data.aid, userId: data.sub, tenantId: data.tid, sessionId: data.sid }
}

function kidOf(header: string): string | undefined {
  const text = Buffer.from(header, 'base64url').toString()
  return /"kid":"([^"\\]+)"}$/.exec(text)?.[1]
}

/** Compared as text, because the last letter of a base64url signature has bits that are not part of its bytes. */
function isSame(given: string, expected: string) {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
