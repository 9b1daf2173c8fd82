import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { StoredSession, StoredUser } from '../data/entities.ts'
import { keysOf } from '../data/keys.ts'
import { enterTenant } from '../data/scope.ts'
import type { Table } from '../data/table.ts'
import { put, remove, update } from '../data/writes.ts'
import { deriveKey, type SigningKeys } from './signing-keys.ts'

/** Seven days from sign-in, however often it is rotated. */
const refreshTokenSeconds = 604_800

/** Two tabs, or an answer that got lost: a token that was just rotated still gets its successor. */
const graceMs = 30_000

interface SessionPlace {
  tenantId: string
  sessionId: string
}

/** `tenant.session.generation.mac`: any token of a session can be told from a made-up one, however old it is. */
interface RefreshToken extends SessionPlace {
  generation: number
  mac: string
}

function parseToken(token: string): RefreshToken | undefined {
  const [, tenantId, sessionId, generation, mac] = /^([\w-]+)\.([\w-]+)\.(\d{1,6})\.([\w-]+)$/.exec(token) ?? []
  if (!tenantId || !sessionId || !mac) return undefined
  return { tenantId, sessionId, generation: Number(generation), mac }
}

async function macOf(keys: SigningKeys, session: StoredSession, generation: number) {
  const key = await keys.find(session.kid)
  if (!key) return undefined
  const text = `${session.id}.${generation}.${session.seed}`
  return createHmac('sha256', deriveKey(key, 'refresh')).update(text).digest('base64url')
}

async function tokenOf(keys: SigningKeys, tenantId: string, session: StoredSession, generation: number) {
  const mac = await macOf(keys, session, generation)
  if (!mac) throw new Error('The session’s signing key is gone')
  return `${tenantId}.${session.id}.${generation}.${mac}`
}

/** The live session of a token that we made, whichever generation it is of. */
async function findSession(table: Table, keys: SigningKeys, { tenantId, sessionId, generation, mac }: RefreshToken) {
  enterTenant(tenantId)
  const session = await table.get(keysOf(tenantId).session(sessionId))
  const expected = session && (await macOf(keys, session, generation))
  if (!session || expected?.length !== mac.length) return undefined
  return timingSafeEqual(Buffer.from(expected), Buffer.from(mac)) ? session : undefined
}

interface NewSession {
  user: StoredUser
  sessionId: string
  now: Date
}

/** Opens a session and answers its first refresh token. */
export async function openSession(table: Table, keys: SigningKeys, { user, sessionId, now }: NewSession) {
  const session: StoredSession = {
    id: sessionId,
    user_id: user.id,
    epoch: user.session_epoch,
    seed: randomBytes(32).toString('base64url'),
    kid: (await keys.current()).kid,
    generation: 0,
    rotated_at: now.toISOString(),
    expires_at_seconds: Math.floor(now.getTime() / 1000) + refreshTokenSeconds,
  }
  await table.write(put(keysOf(user.tenant_id).session(sessionId), session))
  return tokenOf(keys, user.tenant_id, session, 0)
}

const isLive = (session: StoredSession, now: Date) => session.expires_at_seconds * 1000 > now.getTime()

/** Whether a session is this user's and neither expired nor ended with all his others. */
export const isSessionOf = (session: StoredSession, user: StoredUser, now: Date) =>
  session.user_id === user.id && session.epoch === user.session_epoch && isLive(session, now)

/**
 * Exchanges a refresh token for its successor: any number of parallel uses of one token get the same one. A token from
 * before the last rotation, used after the grace, ends the session.
 */
export async function rotateSession(table: Table, keys: SigningKeys, { token, now }: { token: string; now: Date }) {
  const given = parseToken(token)
  const session = given && (await findSession(table, keys, given))
  if (!session || !isLive(session, now)) return undefined

  const { tenantId, generation } = given
  const next = generation + 1
  if (generation === session.generation) {
    await table.write(
      update(
        keysOf(tenantId).session(session.id),
        { set: { generation: next, rotated_at: now.toISOString() } },
        // Refused when a parallel use rotated first, to the same successor, or when the session was closed just now.
        { where: { generation }, refused: () => undefined },
      ),
    )
  } else if (next !== session.generation || now.getTime() - Date.parse(session.rotated_at) > graceMs) {
    await closeSession(table, { tenantId, sessionId: session.id })
    return undefined
  }
  return { tenantId, session, refreshToken: await tokenOf(keys, tenantId, session, next) }
}

/** Ends the session that a token of ours belongs to; any other token is ignored. */
export async function closeSessionOf(table: Table, keys: SigningKeys, token: string): Promise<void> {
  const given = parseToken(token)
  if (given && (await findSession(table, keys, given))) await closeSession(table, given)
}

const closeSession = (table: Table, { tenantId, sessionId }: SessionPlace) =>
  table.write(remove(keysOf(tenantId).session(sessionId)))
