import type { MoneyByMethod } from '#shared/model/payment.ts'
import type { CountedMoney, UnderpaidDelivery } from '#shared/model/run.ts'
import { type AccessPattern, flatKind, keyAt, type Partition } from '../key.ts'

/**
 * One driver's day. Which deliveries belong to it follows from their driver and date, so a run has no item until there is something
 * to store about the run itself.
 */
export interface StoredRun {
  /** Raised by every request that changes the run. */
  version: number
  /**
   * Raised by every write to this item, apart from one that only stores `passed` or `waiting`. Some changes of the run's deliveries also write
   * to this item.
   */
  writes: number
  /** The delivery ids in the order in which they are driven. Some of the deliveries may no longer be on the run. */
  order: string[]
  /**
   * Ids of the packages that went out since the last of `closings`, in their order. An id may occur twice. After a minus sign, it is
   * the id of a package that someone else took over while it was out: see `idsWentOut`.
   */
  went_out: string[]
  /**
   * How many of the deliveries at the start of `order` are no longer on their way. The count is void once the version or the length
   * of `went_out` differs from the values stored with it.
   */
  passed?: { version: number; went_out: number; count: number }
  /** How many actions wait on the driver's phone to be sent, and when a call last said so. Absent while nothing waits. */
  waiting?: number
  last_heard_at?: string
  /** The stop numbers since the run was started or ordered, by the ids of the packages. Absent until the first start. */
  numbers?: Record<string, number>
  /** Set while the run's last closing is not confirmed. */
  resting?: true
  /** The run's closings, oldest first. */
  closings: StoredClosing[]
}

export interface RunPerson {
  id: string
  full_name: string
}

export interface StoredClosing {
  closed_by: RunPerson
  closed_at: string
  counted: CountedMoney
  note: string
  confirmed_by: RunPerson | null
  confirmed_at: string | null
  confirmed_counted: CountedMoney | null
  reason: string
  /** The ids of the deliveries that the closing covers, as `idsToHandOver` returned them at the time. */
  delivery_ids: string[]
  /** Which of them were recorded by mistake already, so that `expected` leaves them out. Absent if there are none. */
  mistaken_ids?: string[]
  expected: number
  /**
   * The packages that came back, with what was to be collected for each, in dollars. They may leave the run afterwards. Absent if
   * there are none, and from closings of earlier releases.
   */
  back?: UnderpaidDelivery[]
  /** The collected amounts at the time of the closing. A confirmation replaces them by those at its own time. */
  collected: MoneyByMethod
  /** The first count of the second person, if it differed and the person was then asked for a reason. */
  blind_count?: { counted: CountedMoney; counted_by: RunPerson; counted_at: string }
}

/** Returns the entry of `went_out` for a package that someone else takes over while it is out. */
export const takenOverMark = (id: string) => `-${id}`

/** Returns the ids of the packages that went out, without those that someone else has taken over since. */
export function idsWentOut(entries: readonly string[]): Set<string> {
  const ids = new Set<string>()
  for (const entry of entries) {
    if (entry.startsWith('-')) ids.delete(entry.slice(1))
    else ids.add(entry)
  }
  return ids
}

/** A run about which nothing is stored yet. */
export const emptyRun: StoredRun = { version: 0, writes: 0, order: [], went_out: [], closings: [] }

/** An update may create a run's item with only some of its fields, so the others need defaults. */
const runKind = flatKind<StoredRun>('run', emptyRun)

export const runKeys = (tenant: string) => ({
  runs: (date: string): Partition<StoredRun> => ({ pk: `${tenant}#RUNS#${date}`, kind: runKind }),
  run: (date: string, userId: string) => keyAt<StoredRun>(runKind, `${tenant}#RUNS#${date}`, userId),
})

export const runAccessPatterns = (): AccessPattern[] => [
  {
    question: 'what is stored about a day’s runs beside their deliveries',
    example: runKeys('T#t').run('2026-11-22', 'user'),
  },
]
