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
  last_used_at: string
  /** What the person signed in with, and where they were last. */
  device?: string
  place?: string
  expires_at_seconds: number
}

const sessionKind = flat<StoredSession>('session')

export const sessionKeys = {
  session: (accountId: string, id: string) => at<StoredSession>(sessionKind, `ACCOUNT#${accountId}`, `SESSION#${id}`),
  sessions: (accountId: string): Partition<StoredSession> => ({
    pk: `ACCOUNT#${accountId}`,
    prefix: 'SESSION#',
    kind: sessionKind,
  }),
}

export const sessionQuestions = (): Question[] => [
  {
    question: 'is this sign-in still good; where is the account signed in',
    example: sessionKeys.session('account', 'id'),
  },
]
