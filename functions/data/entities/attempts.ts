import { at, flat, type Question } from '../key.ts'
import { hashOf } from './hash-of.ts'

export interface Attempts {
  /** One text for each: its time in milliseconds, base 36, and what tells it from others of that moment. */
  tries: ReadonlySet<string>
  /** Where only their number is kept. */
  count?: number
  expires_at_seconds: number
}

const attemptsKind = flat<Attempts>('attempts', { tries: new Set() })

export const attemptsKeys = {
  attempts: (what: string, subject: string) =>
    at<Attempts>(attemptsKind, `LIMIT#${what}#${hashOf(subject)}`, 'ATTEMPTS'),
}

export const attemptsQuestions = (): Question[] => [
  { question: 'how often lately', example: attemptsKeys.attempts('what', 'subject') },
]
