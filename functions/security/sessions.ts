import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { StoredAccount } from '../data/entities/account.ts'
import type { StoredSession } from '../data/entities/session.ts'
import type { StoredUser } from '../data/entities/user.ts'
import { Overtaken } from '../data/overtaken.ts'
import type { Table } from '../data/table.ts'
import { unscopedKeys } from '../data/table-keys.ts'
import { put, update } from '../data/writes.ts'
import type { Visitor } from '../http/operation.ts'
import type { TokenSubject } from './access-tokens.ts'
import { deriveKey, type SigningKeys } from './signing-keys.ts'

/** Seven days from sign-in, however often it is rotated. */
const refreshTokenSeconds = 604_800

/** Two tabs, or an answer that got lost: a token that was just rotated still gets its successor. */
const graceMs = 30_000

/** `account.session.generation.mac`: any token of a session can be told from a made-up one, however old it is. */
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

/** Whether a token was made by us for this session, of whichever generation. */
async function isOf(keys: SigningKeys, session: Signed, { generation, mac }: RefreshToken) {
  const expected = await macOf(keys, session, generation)
  return expected?.length === mac.length && timingSafeEqual(Buffer.from(expected), Buffer.from(mac))
}

async function tokenOf(keys: SigningKeys, session: StoredSession, generation: number) {
  const mac = await macOf(keys, session, generation)
  if (!mac) throw new Error('The session’s signing key is gone')
  return `${session.account_id}.${session.id}.${generation}.${mac}`
}

/** The session of a token that we made, whichever generation it is of. */
async function findSession(table: Table, keys: SigningKeys, token: RefreshToken): Promise<StoredSession | undefined> {
  const session = await table.get(unscopedKeys.session(token.accountId, token.sessionId))
  return session && (await isOf(keys, session, token)) ? session : undefined
}

interface NewSession {
  visitor?: Visitor
  account: StoredAccount
  user: StoredUser
  sessionId: string
  now: Date
}

/** A session of an account in one of its organisations, to be written, with its first refresh token. */
export async function newSession(keys: SigningKeys, { account, user, visitor, sessionId, now }: NewSession) {
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
  return { write, refresh_token: await tokenOf(keys, session, 0), subject: subjectOf(session) }
}

/**
 * A session goes over to another user of its account, in another organisation. It keeps its refresh token, which an answer that is
 * lost could not take away. To be decided anew when the token is exchanged at the same moment.
 */
export async function moveSession(
  keys: SigningKeys,
  session: StoredSession,
  { tenant_id, id, session_epoch }: StoredUser,
) {
  const moved = { tenant_id, user_id: id, epoch: session_epoch }
  const { generation } = session
  const write = update(
    unscopedKeys.session(session.account_id, session.id),
    { set: moved },
    { where: { generation }, refused: () => new Overtaken() },
  )
  return {
    write,
    refresh_token: await tokenOf(keys, session, generation),
    subject: subjectOf({ ...session, ...moved }),
  }
}

/** What an access token of the session says. */
export const subjectOf = ({ id, account_id, tenant_id, user_id }: StoredSession): TokenSubject => ({
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

/** Whether a session is this person's and neither expired nor ended with all their others, here or everywhere. */
export const isSessionOf = (session: StoredSession, { user, account }: Holder, now: Date) =>
  session.user_id === user.id &&
  session.tenant_id === user.tenant_id &&
  session.epoch === user.session_epoch &&
  session.account_id === account.id &&
  user.account_id === account.id &&
  session.account_epoch === account.session_epoch &&
  isLive(session, now)

interface Exchange {
  token: string
  now: Date
  /** Ends a session whose token was stolen. */
  close: (session: StoredSession) => Promise<void>
  /** Looks at the session before anything is exchanged; throws for one that is to have no more tokens. */
  judge: (session: StoredSession) => Promise<void>
  /** The last use, and where; undefined while a page refreshes by itself. */
  use: { at: Date; place: string } | undefined
}

/** Of two instants in ISO 8601; tabs of one browser tell of their uses in any order. */
const later = (one: string | undefined, other: string) => (one !== undefined && one > other ? one : other)

/**
 * Exchanges a refresh token for its successor: any number of parallel uses of one token get the same one. A token from
 * before the last rotation, used after the grace, ends the session.
 */
export async function rotateSession(table: Table, keys: SigningKeys, { token, now, close, judge, use }: Exchange) {
  const given = parseToken(token)
  const session = given && (await findSession(table, keys, given))
  if (!session || !isLive(session, now)) return undefined

  await judge(session)
  const { generation } = given
  const at = now.toISOString()
  const used = use && { last_used_at: later(session.last_used_at, use.at.toISOString()), place: use.place }
  const next = generation + 1
  if (generation === session.generation) {
    await table.write(
      update(
        unscopedKeys.session(session.account_id, session.id),
        { set: { generation: next, rotated_at: at, ...used } },
        // Refused when a parallel use rotated first, to the same successor, or when the session was closed just now.
        { where: { generation }, refused: () => undefined },
      ),
    )
  } else if (next !== session.generation || now.getTime() - Date.parse(session.rotated_at) > graceMs) {
    await close(session)
    return undefined
  }
  return { session, refreshToken: await tokenOf(keys, session, next) }
}

/** The session that a token of ours belongs to; any other token is ignored. */
export async function findSessionOf(table: Table, keys: SigningKeys, token: string) {
  const given = parseToken(token)
  return given && findSession(table, keys, given)
}
