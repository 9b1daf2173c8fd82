import type { MoneyByMethod } from '#shared/model/payment.ts'
import type { Counted } from '#shared/model/run.ts'
import { at, flat, type Partition, type Question } from '../key.ts'

/** One person's deliveries of one day. Which they are, the deliveries say: there is no item before something is said of the run itself. */
export interface StoredRun {
  /** Raised by every call on the run. */
  version: number
  /** Raised by every write: those of its deliveries, too. */
  writes: number
  /** Ids of deliveries, some of which may not be on the run any more. */
  order: string[]
  /** Packages that went out since the last close, some of them twice. */
  went_out: string[]
  /** There from a close to its confirmation. */
  resting?: true
  /** Oldest first. */
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
  /** What was delivered or brought back since the close before. */
  delivery_ids: string[]
  expected: number
  /** As of the confirmation; until then, as of the close. */
  collected: MoneyByMethod
}

/** A run of which nothing was said yet. */
export const newRun: StoredRun = { version: 0, writes: 0, order: [], went_out: [], closings: [] }

/** A run's item may be made by an update, which writes some of its fields only. */
const runKind = flat<StoredRun>('run', newRun)

export const runKeys = (tenant: string) => ({
  runs: (date: string): Partition<StoredRun> => ({ pk: `${tenant}#RUNS#${date}`, kind: runKind }),
  run: (date: string, userId: string) => at<StoredRun>(runKind, `${tenant}#RUNS#${date}`, userId),
})

export const runQuestions = (): Question[] => [
  {
    question: "what is known of the day's runs beside their deliveries",
    example: runKeys('T#t').run('2026-11-22', 'user'),
  },
]
