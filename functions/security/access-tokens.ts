import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'
import * as z from 'zod/mini'
import type { SigningKeys } from './signing-keys.ts'

/**
 * How long an access token is valid, in seconds, from the beginning of the five minutes in which it was issued: 10 to 15 minutes.
 * After that the page has to refresh the token. Its request to refresh also reports whether someone is using the page.
 */
export const accessTokenSeconds = 900

const issuer = 'carelane'
const audience = 'carelane-api'

/** The account, user, organisation and session that an access token identifies. */
export interface TokenSubject {
  accountId: string
  userId: string
  tenantId: string
  sessionId: string
}

/** Exactly the claims that we issue. A token with another claim, such as `nbf`, is refused. */
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

/**
 * The tokens that a session gets within so many seconds are one and the same. The edge counts calls by token, so a session cannot
 * escape its limit by refreshing its token again and again.
 */
const sameTokenSeconds = 300

/** Returns the time, in seconds since 1970, that stands in every token which a session gets at about this moment. */
const issueTimeOf = (now: Date) => {
  const seconds = Math.floor(now.getTime() / 1000)
  return seconds - (seconds % sameTokenSeconds)
}

/** After a session has got another access token, its old one works for this long, for calls that are on their way. */
const overtakenSeconds = 60

/**
 * Whether a session that was last refreshed at a time has had another access token for a minute. Without this, the tokens of 15
 * minutes would work side by side, each with the edge's limit for one token.
 */
export const isOvertaken = ({ issuedAt }: { issuedAt: Date }, refreshedAt: Date, now: Date) =>
  issueTimeOf(refreshedAt) * 1000 > issuedAt.getTime() &&
  now.getTime() - refreshedAt.getTime() > overtakenSeconds * 1000

/** Signs an access token. It only identifies the caller; the caller's rights are read from the table on every request. */
export async function signAccessToken(keys: SigningKeys, subject: TokenSubject, now: Date): Promise<string> {
  const { kid, key } = await keys.current()
  const iat = issueTimeOf(now)
  const claims: Claims = {
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

/** Reads an access token. Returns undefined if the token is forged, expired or for another API. */
export async function readAccessToken(keys: SigningKeys, token: string, now: Date) {
  const claims = await readClaims(keys, token)
  return claims && claims.exp * 1000 > now.getTime()
    ? { ...subjectOf(claims), issuedAt: issuedAtOf(claims) }
    : undefined
}

/** Reads an access token that may have expired, and when it was issued. Returns undefined if it is forged or for another API. */
export async function readEndedAccessToken(keys: SigningKeys, token: string) {
  const claims = await readClaims(keys, token)
  return claims && { ...subjectOf(claims), issuedAt: issuedAtOf(claims) }
}

type Claims = z.output<typeof claimsShape>

const subjectOf = ({ aid, sub, tid, sid }: Claims): TokenSubject => ({
  accountId: aid,
  userId: sub,
  tenantId: tid,
  sessionId: sid,
})

const issuedAtOf = ({ iat }: Claims) => new Date(iat * 1000)

/** Reads the claims of a token that we signed. This uses Node's own HMAC, because JWT libraries on WebCrypto load and verify more slowly. */
async function readClaims(keys: SigningKeys, token: string): Promise<Claims | undefined> {
  const [header = '', payload = '', mac = '', ...more] = token.split('.')
  const kid = kidOf(header)
  // The header must be exactly ours. This excludes any other algorithm, type or field.
  if (!kid || header !== headerOf(kid) || more.length > 0) return undefined
  const key = await keys.find(kid)
  if (!key || !isSame(mac, macOf(key, `${header}.${payload}`))) return undefined
  const { success, data } = z.safeParse(claimsShape, decode(payload))
  return success ? data : undefined
}

function kidOf(header: string): string | undefined {
  const text = Buffer.from(header, 'base64url').toString()
  return /"kid":"([^"\\]+)"}$/.exec(text)?.[1]
}

/**
 * Compares two signatures as text. If the decoded bytes were compared, several texts would count as the same signature, because the
 * last base64url letter of a signature has bits that don't belong to any byte.
 */
function isSame(given: string, expected: string) {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
