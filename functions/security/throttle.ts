import { unscopedKeys } from '../data/keys.ts'
import type { Table } from '../data/table.ts'
import { remove, update } from '../data/writes.ts'
import { AppError } from '../http/app-error.ts'

export interface Allowance {
  /** What is counted, e.g. `login`. */
  what: string
  times: number
  seconds: number
  /** Said to who is refused. */
  detail: string
}

export const tooManyRequests = 'Too many requests. Please try again later.'

const windowStart = ({ seconds }: Allowance, now: Date) => now.getTime() - seconds * 1000

/** `recent` has the refused call itself, which counts like any other. */
function refuse(allowance: Allowance, recent: readonly number[], now: Date): never {
  const oldest = recent.at(-allowance.times) ?? now.getTime()
  const retryAfter = Math.max(1, Math.ceil((oldest - windowStart(allowance, now)) / 1000))
  throw new AppError('tooMany', allowance.detail, { retryAfterSeconds: retryAfter })
}

/**
 * Counts a call of `subject` and refuses it beyond the allowance, within a sliding window. The count is one atomic append, so
 * that parallel calls cannot slip through; refused calls count too.
 */
export async function countOrRefuse(table: Table, allowance: Allowance, subject: string, now: Date): Promise<void> {
  const recent = await count(table, allowance, subject, now)
  if (recent.length > allowance.times) refuse(allowance, recent, now)
}

/** Counts a call of `subject`; answers the times of the window, oldest first, this one last. */
export async function count(table: Table, allowance: Allowance, subject: string, now: Date): Promise<number[]> {
  const key = unscopedKeys.attempts(allowance.what, subject)
  const expires = Math.floor(now.getTime() / 1000) + allowance.seconds
  const times = await table.append(key, now.getTime(), expires)
  if (times.length > allowance.times * 2 + 20) await forgetOldest(table, allowance, subject, times)
  return times.filter((time) => time > windowStart(allowance, now))
}

/** Refuses, and counts that, when the allowance is used up; counts nothing else. */
export async function refuseWhenUsedUp(table: Table, allowance: Allowance, subject: string, now: Date): Promise<void> {
  const attempts = await table.get(unscopedKeys.attempts(allowance.what, subject))
  const recent = (attempts?.times ?? []).filter((time) => time > windowStart(allowance, now))
  if (recent.length >= allowance.times) refuse(allowance, await count(table, allowance, subject, now), now)
}

export const forget = (table: Table, allowance: Allowance, subject: string) =>
  table.write(remove(unscopedKeys.attempts(allowance.what, subject)))

/** Keeps the list short: what is dropped is older than `times` newer ones, so it can no longer decide anything. */
async function forgetOldest(table: Table, { what, times: kept }: Allowance, subject: string, times: number[]) {
  await table.write(
    update(
      unscopedKeys.attempts(what, subject),
      { set: { times: times.slice(-kept - 1) } },
      // A parallel call changed the list: the next one will shorten it.
      { at: { 'times[0]': times[0] }, sizes: { times: times.length }, refused: () => undefined },
    ),
  )
}
