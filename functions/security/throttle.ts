import { randomBytes } from 'node:crypto'
import type { Table } from '../data/table.ts'
import { unscopedKeys } from '../data/table-keys.ts'
import { remove } from '../data/writes.ts'
import { AppError } from '../http/app-error.ts'
import { isPassing } from '../http/is-passing.ts'

export interface Allowance {
  /** What is counted, e.g. `login-place`. */
  what: string
  times: number
  seconds: number
  /** Said to callers who are refused. */
  detail: string
}

/** What an allowance is of: an address, a place, an organisation. */
export type Counted = readonly [Allowance, subject: string]

export const tooManyRequests = 'Too many requests. Please try again later.'

/** A try that was counted. */
export interface Try {
  allowance: Allowance
  subject: string
  text: string
}

/** Tries beyond the allowance that are kept: enough to say when to come again. */
const spare = 20

const keyOf = ({ allowance, subject }: Pick<Try, 'allowance' | 'subject'>) =>
  unscopedKeys.attempts(allowance.what, subject)

const timeOf = (tried: string) => Number.parseInt(tried, 36)

const newTry = (now: Date) => `${now.getTime().toString(36)}.${randomBytes(4).toString('base64url')}`

const endOf = ({ seconds }: Allowance, now: Date) => Math.floor(now.getTime() / 1000) + seconds

/**
 * Counts a try within a sliding window. One atomic addition to an item of the subject's own, so that none of many parallel tries is
 * missed. Answers the seconds after which trying again makes sense when the allowance is used up: refused tries count like any other.
 */
async function count(table: Table, [allowance, subject]: Counted, now: Date) {
  const own: Try = { allowance, subject, text: newTry(now) }
  const end = endOf(allowance, now)
  const all = (await table.addTry(keyOf(own), own.text, end)).sort((a, b) => timeOf(a) - timeOf(b))
  const start = now.getTime() - allowance.seconds * 1000
  // What is older than as many newer ones decides nothing any more.
  const kept = all.filter((tried) => timeOf(tried) > start).slice(-allowance.times - spare)
  const old = all.slice(0, all.length - kept.length)
  if (old.length > spare) await table.takeTries(keyOf(own), old, end)
  const oldest = kept.at(-allowance.times) ?? own.text
  const seconds = Math.ceil((timeOf(oldest) - now.getTime()) / 1000) + allowance.seconds
  return { own, retryAfterSeconds: kept.length > allowance.times ? Math.max(1, seconds) : undefined }
}

/** Counts a try of each. `refusal` is there when one is beyond its allowance, and says when none will be. */
export async function countTries(table: Table, now: Date, ...counted: readonly Counted[]) {
  const counts = await Promise.all(counted.map((one) => count(table, one, now)))
  const [longest] = counts.sort((a, b) => (b.retryAfterSeconds ?? 0) - (a.retryAfterSeconds ?? 0))
  const { own, retryAfterSeconds } = longest ?? {}
  return {
    tries: counts.map((one) => one.own),
    refusal:
      own && retryAfterSeconds ? new AppError('tooMany', own.allowance.detail, { retryAfterSeconds }) : undefined,
  }
}

/** Counts a try of each; refuses when one is beyond its allowance. */
export async function countOrRefuse(table: Table, now: Date, ...counted: readonly Counted[]): Promise<Try[]> {
  const { tries, refusal } = await countTries(table, now, ...counted)
  if (refusal) throw refusal
  return tries
}

interface Allowed<T> {
  of: readonly Counted[]
  /** What is allowed so often. */
  write: () => Promise<T>
}

/**
 * Does what may be done only so often, and refuses beyond that. What is refused or fails is not counted: nobody can put off for ever
 * what others wait for by trying all the time.
 */
export async function whileAllowed<T>(table: Table, now: Date, { of, write }: Allowed<T>): Promise<T> {
  const { tries, refusal } = await countTries(table, now, ...of)
  try {
    if (refusal) throw refusal
    return await write()
  } catch (error) {
    await giveBack(table, now, tries)
    throw error
  }
}

/** Takes tries back that were none after all. While the table is busy they stay counted: what they were tries of is done or refused. */
export async function giveBack(table: Table, now: Date, tries: readonly Try[]): Promise<void> {
  const taken = tries.map((own) => table.takeTries(keyOf(own), [own.text], endOf(own.allowance, now)))
  await unlessBusy(Promise.all(taken))
}

/** Forgets every try of a subject, unless the table is busy. */
export const forget = (table: Table, [allowance, subject]: Counted) =>
  unlessBusy(table.write(remove(keyOf({ allowance, subject }))))

const unlessBusy = (done: Promise<unknown>) =>
  done.catch((error: unknown) => {
    if (!isPassing(error)) throw error
  })

const minuteMs = 60_000

/**
 * Counts a call of each within the minute of the clock, refused ones too; 429 beyond an allowance. It keeps a number alone: for calls
 * that may be many.
 */
export async function countInMinute(
  table: Table,
  now: Date,
  ...counted: readonly (readonly [string, string, number])[]
) {
  const minute = Math.floor(now.getTime() / minuteMs)
  const end = ((minute + 1) * minuteMs) / 1000
  const isAbove = await Promise.all(
    counted.map(async ([what, subject, times]) => {
      const key = unscopedKeys.attempts(what, JSON.stringify([subject, minute]))
      return (await table.countTry(key, end)) > times
    }),
  )
  const retryAfterSeconds = Math.max(1, Math.ceil(end - now.getTime() / 1000))
  if (isAbove.includes(true)) throw new AppError('tooMany', tooManyRequests, { retryAfterSeconds })
}
