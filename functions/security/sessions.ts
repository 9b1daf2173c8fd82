import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { StoredAccount } from '../data/entities/account.ts'
import type { StoredSession, StoredSessionEnd } from '../data/entities/session.ts'
import type { StoredUser } from '../data/entities/user.ts'
import { OvertakenError } from '../data/overtaken.ts'
import type { Table } from '../data/table.ts'
import { unscopedKeys } from '../data/table-keys.ts'
import { put, remove, update, type Write } from '../data/writes.ts'
import type { TokenSubject } from './access-tokens.ts'
import { deriveKey, type SigningKeys } from './signing-keys.ts'

/** How long a refresh token is valid, in seconds: seven days from sign-in, however often it is rotated. */
const refreshTokenSeconds = 604_800

/**
 * For this many milliseconds after a rotation, the old token still gets its successor, because two tabs may use the same token,
 * or a response may be lost.
 */
const graceMs = 30_000

/**
 * The parts of a refresh token, `account.session.generation.mac`. The MAC shows whether this is a token of the session, however
 * old, or a forged one.
 */
interface RefreshToken {
  accountId: string
  sessionId: string
  generation: number
  mac: string
}

function parseToken(token: string): RefreshToken | undefined {
  const [, accountId, sessionId, generation, mac] = /^([\w-]+)\.([\w-]+)\.(\d{1,6})\.([\w-]+)$/.exec(token) ?? []
  if (!accountId || !sessionId || !mac) return undefined
  return { accountId, sessionId, generation: Number(generation), mac }
}

type Signed = Pick<StoredSession, 'id' | 'seed' | 'kid'>

async function macOf(keys: SigningKeys, session: Signed, generation: number) {
  const key = await keys.find(session.kid)
  if (!key) return undefined
  const text = `${session.id}.${generation}.${session.seed}`
  return createHmac('sha256', deriveKey(key, 'refresh')).update(text).digest('base64url')
}

/** Returns true if we issued this token for this session, in any generation. */
async function isOf(keys: SigningKeys, session: Signed, { generation, mac }: RefreshToken) {
  const expected = await macOf(keys, session, generation)
  return expected?.length === mac.length && timingSafeEqual(Buffer.from(expected), Buffer.from(mac))
}

async function tokenOf(keys: SigningKeys, session: StoredSession, generation: number) {
  const mac = await macOf(keys, session, generation)
  if (!mac) throw new Error('The session’s signing key is gone')
  return `${session.account_id}.${session.id}.${generation}.${mac}`
}

/** Finds the session of a token that we issued, whatever its generation. */
async function findSession(table: Table, keys: SigningKeys, token: RefreshToken): Promise<StoredSession | undefined> {
  const session = await table.get(unscopedKeys.session(token.accountId, token.sessionId))
  return session && (await isOf(keys, session, token)) ? session : undefined
}

interface NewSession {
  visitor?: { address: string; device: string }
  account: StoredAccount
  user: StoredUser
  sessionId: string
  now: Date
}

/**
 * Returns the write for a new session of an account in one of its organisations, the session's first refresh token, and the subject
 * for its access tokens.
 */
export async function planNewSession(keys: SigningKeys, { account, user, visitor, sessionId, now }: NewSession) {
  const at = now.toISOString()
  const session: StoredSession = {
    id: sessionId,
    account_id: account.id,
    tenant_id: user.tenant_id,
    user_id: user.id,
    epoch: user.session_epoch,
    account_epoch: account.session_epoch,
    seed: randomBytes(32).toString('base64url'),
    kid: (await keys.current()).kid,
    generation: 0,
    rotated_at: at,
    created_at: at,
    last_used_at: at,
    ...(visitor && { device: visitor.device, place: visitor.address }),
    expires_at_seconds: Math.floor(now.getTime() / 1000) + refreshTokenSeconds,
  }
  const write = put(unscopedKeys.session(account.id, sessionId), session)
  return { write, refresh_token: await tokenOf(keys, session, 0), subject: tokenSubjectOf(session) }
}

/**
 * Returns the write that moves a session to another organisation of its account, and so to another user. Also returns the session's
 * refresh token and the subject for its new access tokens. The refresh token stays the same, so that it doesn't matter if the
 * response is lost. If the token is exchanged at the same moment, the write fails with `OvertakenError`, and the caller has to read
 * the session again.
 */
export async function planSessionMove(
  keys: SigningKeys,
  session: StoredSession,
  { user: { tenant_id, id, session_epoch }, use }: { user: StoredUser; use: SessionUse },
) {
  const moved = { tenant_id, user_id: id, epoch: session_epoch, ...use }
  const { generation } = session
  const write = update(
    unscopedKeys.session(session.account_id, session.id),
    { set: moved },
    { where: { generation }, refused: () => new OvertakenError() },
  )
  return {
    write,
    refresh_token: await tokenOf(keys, session, generation),
    subject: tokenSubjectOf({ ...session, ...moved }),
  }
}

/** Returns the subject for this session's access tokens. */
export const tokenSubjectOf = ({ id, account_id, tenant_id, user_id }: StoredSession): TokenSubject => ({
  accountId: account_id,
  tenantId: tenant_id,
  userId: user_id,
  sessionId: id,
})

const isLive = (session: StoredSession, now: Date) => session.expires_at_seconds * 1000 > now.getTime()

interface Holder {
  user: StoredUser
  account: StoredAccount
}

/**
 * Returns true if a session is still valid for this person: it hasn't expired, and neither the user's nor the account's sessions
 * have all been ended since. Whether the user is active is not checked.
 */
export const isSessionValidFor = (session: StoredSession, { user, account }: Holder, now: Date) =>
  session.user_id === user.id &&
  session.tenant_id === user.tenant_id &&
  session.epoch === user.session_epoch &&
  session.account_id === account.id &&
  user.account_id === account.id &&
  session.account_epoch === account.session_epoch &&
  isLive(session, now)

/** How long the end of a session is known: a day, and the five minutes by which a device's clock may differ. */
const endKnownSeconds = 86_400 + 300

/** Returns the writes that end a session. */
export const endSessionWrites = ({ account_id, id }: StoredSession, now: Date): Write[] => [
  remove(unscopedKeys.session(account_id, id)),
  put(unscopedKeys.sessionEnd(account_id, id), {
    ended_at: now.toISOString(),
    expires_at_seconds: Math.floor(now.getTime() / 1000) + endKnownSeconds,
  }),
]

/** Returns the changes of a user or of an account that end all of their sessions. */
export const endAllSessionsChanges = (now: Date) => ({
  add: { session_epoch: 1 },
  set: { sessions_ended_at: now.toISOString() },
})

interface EndedSession extends Holder {
  session: StoredSession | undefined
  end: StoredSessionEnd | undefined
}

/**
 * Returns when a session was ended before it expired. Undefined if it was not, or if this is no longer known. If the sessions of its
 * holder were ended several times since, the last time counts.
 */
export function sessionEndedAt({ session, end, user, account }: EndedSession): string | undefined {
  if (end) return end.ended_at
  if (session?.user_id !== user.id) return undefined
  if (session.account_epoch !== account.session_epoch) return account.sessions_ended_at
  return session.epoch === user.session_epoch ? undefined : user.sessions_ended_at
}

/** What a session remembers of its uses. */
type SessionUse = Pick<StoredSession, 'last_used_at' | 'longest_rest_ms'>

/** Returns for how long no one has used a session at most, until now. */
export const longestRestMs = ({ last_used_at, longest_rest_ms = 0 }: SessionUse, now: Date) =>
  Math.max(longest_rest_ms, now.getTime() - Date.parse(last_used_at))

interface Exchange {
  token: string
  now: Date
  /** Ends the session. It is called if an old token is used too late, which suggests that the token was stolen. */
  close: (session: StoredSession) => Promise<void>
  /** Checks the session before its token is exchanged. Throws if it must not get further tokens. */
  judge: (session: StoredSession) => Promise<void>
  /** When, and from which network, someone last used the page. Undefined if the page refreshes the token without being used. */
  use: { at: Date; place: string } | undefined
}

/** Returns the later of two ISO 8601 instants. This is needed because a browser's tabs may report their uses in any order. */
const later = (one: string | undefined, other: string) => (one !== undefined && one > other ? one : other)

/**
 * Exchanges a refresh token for its successor. Parallel uses of the same token get the same successor. If the token before the
 * current one is used after the grace period, or an even older token at any time, the session is ended. Returns undefined for a
 * token that gets no successor.
 */
export async function rotateRefreshToken(table: Table, keys: SigningKeys, { token, now, close, judge, use }: Exchange) {
  const given = parseToken(token)
  const session = given && (await findSession(table, keys, given))
  if (!session || !isLive(session, now)) return undefined

  await judge(session)
  const { generation } = given
  const at = now.toISOString()
  const used = use && {
    last_used_at: later(session.last_used_at, use.at.toISOString()),
    longest_rest_ms: longestRestMs(session, use.at),
    place: use.place,
  }
  const next = generation + 1
  if (generation === session.generation) {
    await table.write(
      update(
        unscopedKeys.session(session.account_id, session.id),
        { set: { generation: next, rotated_at: at, ...used } },
        // This condition fails if a parallel request rotated first, which made the same successor, or if the session was just
        // closed. Neither is an error.
        { where: { generation }, refused: () => undefined },
      ),
    )
  } else if (next !== session.generation || now.getTime() - Date.parse(session.rotated_at) > graceMs) {
    await close(session)
    return undefined
  }
  return { session, refreshToken: await tokenOf(keys, session, next) }
}

/** Finds the session of a token that we issued. Returns undefined for any other token. */
export async function findSessionOfToken(table: Table, keys: SigningKeys, token: string) {
  const given = parseToken(token)
  return given && findSession(table, keys, given)
}
