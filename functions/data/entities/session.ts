import { at, flat, type Partition, type Question } from '../key.ts'

/** One sign-in. Its refresh tokens follow from seed, generation and the signing key `kid`: none of them is stored. */
export interface StoredSession {
  id: string
  account_id: string
  tenant_id: string
  user_id: string
  /** The user's and the account's at sign-in. */
  epoch: number
  account_epoch: number
  seed: string
  kid: string
  /** How often the refresh token was rotated. */
  generation: number
  rotated_at: string
  created_at: string
  /** Absent from sessions of releases before it, until they are next refreshed. */
  last_used_at?: string
  /** What the person signed in with, and where they were last. */
  device?: string
  place?: string
  expires_at_seconds: number
}

/** A session of the first release lies in its tenant's partition, and becomes one of its account when it is next refreshed. */
export type FirstReleaseSession = Omit<StoredSession, 'account_id' | 'tenant_id' | 'account_epoch' | 'created_at'> &
  Partial<Pick<StoredSession, 'account_id'>>

const sessionKind = flat<StoredSession>('session')
const firstReleaseSessionKind = flat<FirstReleaseSession>('session of the first release')

export const firstReleaseSessionKeys = (tenant: string) => ({
  firstReleaseSession: (id: string) => at<FirstReleaseSession>(firstReleaseSessionKind, `${tenant}#SESSIONS`, id),
})

export const sessionKeys = {
  session: (accountId: string, id: string) => at<StoredSession>(sessionKind, `ACCOUNT#${accountId}`, `SESSION#${id}`),
  sessions: (accountId: string): Partition<StoredSession> => ({
    pk: `ACCOUNT#${accountId}`,
    prefix: 'SESSION#',
    kind: sessionKind,
  }),
}

export const sessionQuestions = (): Question[] => [
  { question: 'what was this sign-in', example: firstReleaseSessionKeys('T#t').firstReleaseSession('id') },
  {
    question: 'is this sign-in still good; where is the account signed in',
    example: sessionKeys.session('account', 'id'),
  },
]
