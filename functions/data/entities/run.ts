import type { MoneyByMethod } from '#shared/model/payment.ts'
import type { Counted } from '#shared/model/run.ts'
import { flatKind, keyAt, type Partition, type Question } from '../key.ts'

/**
 * One driver's day. Which deliveries belong to it is stored with the deliveries, so a run has no item before something about the
 * run itself is stored.
 */
export interface StoredRun {
  /** Raised by every call on the run. */
  version: number
  /** Raised by every write, including writes of its deliveries. */
  writes: number
  /** Ids of deliveries, some of which may no longer be on the run. */
  order: string[]
  /** Ids of the packages that went out since the last close; an id may occur twice. */
  went_out: string[]
  /** How many ids at the start of `order` are no longer on their way. It holds while the version and the length of `went_out` do. */
  passed?: { version: number; went_out: number; count: number }
  /** Set from a close until its confirmation. */
  resting?: true
  /** The oldest first. */
  closings: StoredClosing[]
}

export interface Person {
  id: string
  full_name: string
}

export interface StoredClosing {
  closed_by: Person
  closed_at: string
  counted: Counted
  note: string
  confirmed_by: Person | null
  confirmed_at: string | null
  confirmed_counted: Counted | null
  reason: string
  /** The deliveries that were completed or brought back since the previous close. */
  delivery_ids: string[]
  expected: number
  /** As of the confirmation or, before that, as of the close. */
  collected: MoneyByMethod
}

/** A run about which nothing is stored yet. */
export const newRun: StoredRun = { version: 0, writes: 0, order: [], went_out: [], closings: [] }

/** An update may create a run's item with only some of its fields. */
const runKind = flatKind<StoredRun>('run', newRun)

export const runKeys = (tenant: string) => ({
  runs: (date: string): Partition<StoredRun> => ({ pk: `${tenant}#RUNS#${date}`, kind: runKind }),
  run: (date: string, userId: string) => keyAt<StoredRun>(runKind, `${tenant}#RUNS#${date}`, userId),
})

export const runQuestions = (): Question[] => [
  {
    question: "what is known of the day's runs beside their deliveries",
    example: runKeys('T#t').run('2026-11-22', 'user'),
  },
]
