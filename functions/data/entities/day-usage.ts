import { type AccessPattern, flatKind, keyAt } from '../key.ts'

/** What an organisation has used on one day, by its own calendar. A number that is absent is 0. */
export interface DayUsage {
  day: string
  rows?: number
  prescriptions?: number
  exports?: number
  /** The seals of proofs that were made, or tried. */
  seals?: number
  /** The messages to recipients that were sent or are being sent. */
  messages?: number
  /** How many messages to recipients the day allows. It is computed with the first message. */
  message_budget?: number
  /** The messages to recipients that were not sent because the budget was used up. */
  messages_held?: number
  verification_requests?: number
  expires_at_seconds: number
}

const dayUsageKind = flatKind<DayUsage>('usage of a day', { seals: 0 })

export const dayUsageKeys = (tenant: string) => ({
  dayUsage: (day: string) => keyAt<DayUsage>(dayUsageKind, `${tenant}#USAGE`, day),
})

export const dayUsageAccessPatterns = (): AccessPattern[] => [
  {
    question: 'how much of its daily limits has this organization used',
    example: dayUsageKeys('T#t').dayUsage('2026-11-22'),
  },
]
