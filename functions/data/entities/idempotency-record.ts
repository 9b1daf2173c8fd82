import { type AccessPattern, flatKind, keyAt } from '../key.ts'

export interface IdempotencyRecord {
  request_hash: string
  status: number
  /** The first response, as JSON text. */
  answer: string
  expires_at_seconds: number
}

const idempotencyKind = flatKind<IdempotencyRecord>('idempotency record')

export const idempotencyKeys = (tenant: string) => ({
  idempotency: (userId: string, key: string) =>
    keyAt<IdempotencyRecord>(idempotencyKind, `${tenant}#IDEMPOTENCY#${userId}#${key}`, 'ANSWER'),
})

export const idempotencyAccessPatterns = (): AccessPattern[] => [
  { question: 'was this request already answered', example: idempotencyKeys('T#t').idempotency('user', 'key') },
]
