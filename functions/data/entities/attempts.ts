import { flatKind, keyAt, type Question } from '../key.ts'
import { hashOf } from './hash-of.ts'

export interface Attempts {
  /** One text for each attempt: its time in milliseconds, in base 36, and a suffix that makes it unique. */
  tries: ReadonlySet<string>
  /** Used if only the number of attempts is stored. */
  count?: number
  expires_at_seconds: number
}

const attemptsKind = flatKind<Attempts>('attempts', { tries: new Set() })

export const attemptsKeys = {
  attempts: (what: string, subject: string) =>
    keyAt<Attempts>(attemptsKind, `LIMIT#${what}#${hashOf(subject)}`, 'ATTEMPTS'),
}

export const attemptsQuestions = (): Question[] => [
  { question: 'how often lately', example: attemptsKeys.attempts('what', 'subject') },
]
