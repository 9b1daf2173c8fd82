import { type AccessPattern, flatKind, keyAt, type Partition } from '../key.ts'

/** One sign-in. Its refresh tokens are not stored; they are computed from the seed, the generation and the signing key `kid`. */
export interface StoredSession {
  id: string
  account_id: string
  tenant_id: string
  user_id: string
  /** The session epochs that the user and the account have during the session. The session ends when either of them is raised. */
  epoch: number
  account_epoch: number
  seed: string
  kid: string
  /** The number of times that the refresh token was rotated. */
  generation: number
  rotated_at: string
  created_at: string
  last_used_at: string
  /** The longest time for which no one used the session, up to its last use. */
  longest_rest_ms?: number
  /** The device that signed in, and the IP address that used the session last. */
  device?: string
  place?: string
  expires_at_seconds: number
}

/** When a session was ended before it expired. It is kept for as long as something that was signed in the session is accepted. */
export interface StoredSessionEnd {
  ended_at: string
  expires_at_seconds: number
}

const sessionKind = flatKind<StoredSession>('session')
const sessionEndKind = flatKind<StoredSessionEnd>('end of a session')

export const sessionKeys = {
  session: (accountId: string, id: string) =>
    keyAt<StoredSession>(sessionKind, `ACCOUNT#${accountId}`, `SESSION#${id}`),
  sessionEnd: (accountId: string, id: string) =>
    keyAt<StoredSessionEnd>(sessionEndKind, `ACCOUNT#${accountId}`, `SESSION_END#${id}`),
  sessions: (accountId: string): Partition<StoredSession> => ({
    pk: `ACCOUNT#${accountId}`,
    prefix: 'SESSION#',
    kind: sessionKind,
  }),
}

export const sessionAccessPatterns = (): AccessPattern[] => [
  {
    question: 'is this session still valid; where is the account signed in',
    example: sessionKeys.session('account', 'id'),
  },
  { question: 'when was this session ended', example: sessionKeys.sessionEnd('account', 'id') },
]
