import { type AccessPattern, flatKind, keyAt } from '../key.ts'
import { hashForKey } from './hash-of.ts'

export interface StoredAttempts {
  /** One text per attempt: the time in milliseconds, in base 36, and a suffix that makes the text unique. */
  tries: ReadonlySet<string>
  /** Stored instead of `tries` if only the number of attempts matters. */
  count?: number
  expires_at_seconds: number
}

const attemptsKind = flatKind<StoredAttempts>('attempts', { tries: new Set() })

export const attemptsKeys = {
  attempts: (what: string, subject: string) =>
    keyAt<StoredAttempts>(attemptsKind, `LIMIT#${what}#${hashForKey(subject)}`, 'ATTEMPTS'),
}

export const attemptsAccessPatterns = (): AccessPattern[] => [
  { question: 'how many recent attempts', example: attemptsKeys.attempts('what', 'subject') },
]
