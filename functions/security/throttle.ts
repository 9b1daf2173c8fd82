import { randomBytes } from 'node:crypto'
import type { Table } from '../data/table.ts'
import { unscopedKeys } from '../data/table-keys.ts'
import { remove } from '../data/writes.ts'
import { AppError } from '../http/app-error.ts'
import { isPassing } from '../http/is-passing.ts'

export interface Allowance {
  /** The name of the counter, e.g. `login-place`. */
  what: string
  times: number
  seconds: number
  /** The refusal's text. */
  detail: string
}

/** An allowance, and the IP address, e-mail address or organisation that it counts for. */
export type CountedSubject = readonly [Allowance, subject: string]

export const tooManyRequests = 'Too many requests. Please try again later.'

/** An attempt that was counted. */
export interface Try {
  allowance: Allowance
  subject: string
  text: string
}

/** The number of attempts beyond the allowance that are stored, which is enough to tell when to come back. */
const spare = 20

const keyOf = ({ allowance, subject }: Pick<Try, 'allowance' | 'subject'>) =>
  unscopedKeys.attempts(allowance.what, subject)

const timeOf = (tried: string) => Number.parseInt(tried, 36)

const newTry = (now: Date) => `${now.getTime().toString(36)}.${randomBytes(4).toString('base64url')}`

const endOf = ({ seconds }: Allowance, now: Date) => Math.floor(now.getTime() / 1000) + seconds

/**
 * Counts an attempt within a sliding window. It is one atomic addition to an item of the subject's own, so that no parallel attempt
 * is missed. Once the allowance is used up, it returns the seconds until another attempt makes sense; refused attempts count like
 * any other.
 */
async function count(table: Table, [allowance, subject]: CountedSubject, now: Date) {
  const own: Try = { allowance, subject, text: newTry(now) }
  const end = endOf(allowance, now)
  const all = (await table.addTry(keyOf(own), own.text, end)).sort((a, b) => timeOf(a) - timeOf(b))
  const start = now.getTime() - allowance.seconds * 1000
  // An attempt with more newer ones than the allowance no longer matters.
  const kept = all.filter((tried) => timeOf(tried) > start).slice(-allowance.times - spare)
  const old = all.slice(0, all.length - kept.length)
  if (old.length > spare) await table.takeTries(keyOf(own), old, end)
  const oldest = kept.at(-allowance.times) ?? own.text
  const seconds = Math.ceil((timeOf(oldest) - now.getTime()) / 1000) + allowance.seconds
  return { own, retryAfterSeconds: kept.length > allowance.times ? Math.max(1, seconds) : undefined }
}

/** Counts an attempt for each allowance. If one is used up, `refusal` says when none will be. */
export async function countTries(table: Table, now: Date, ...counted: readonly CountedSubject[]) {
  const counts = await Promise.all(counted.map((one) => count(table, one, now)))
  const [longest] = counts.sort((a, b) => (b.retryAfterSeconds ?? 0) - (a.retryAfterSeconds ?? 0))
  const { own, retryAfterSeconds } = longest ?? {}
  return {
    tries: counts.map((one) => one.own),
    refusal:
      own && retryAfterSeconds ? new AppError('tooMany', own.allowance.detail, { retryAfterSeconds }) : undefined,
  }
}

/** Counts an attempt for each allowance; throws if one is used up. */
export async function countOrRefuse(table: Table, now: Date, ...counted: readonly CountedSubject[]): Promise<Try[]> {
  const { tries, refusal } = await countTries(table, now, ...counted)
  if (refusal) throw refusal
  return tries
}

interface Allowed<T> {
  of: readonly CountedSubject[]
  /** The action that is limited. */
  write: () => Promise<T>
}

/**
 * Runs an action that is allowed only so often. A refused or failed run is not counted, so nobody can keep others from it for ever
 * by trying all the time.
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

/**
 * Removes attempts that should not count after all. If the table is busy they stay counted, because their request is finished
 * either way.
 */
export async function giveBack(table: Table, now: Date, tries: readonly Try[]): Promise<void> {
  const taken = tries.map((own) => table.takeTries(keyOf(own), [own.text], endOf(own.allowance, now)))
  await unlessBusy(Promise.all(taken))
}

/** Removes all attempts of a subject, unless the table is busy. */
export const forget = (table: Table, [allowance, subject]: CountedSubject) =>
  unlessBusy(table.write(remove(keyOf({ allowance, subject }))))

const unlessBusy = (done: Promise<unknown>) =>
  done.catch((error: unknown) => {
    if (!isPassing(error)) throw error
  })

const minuteMs = 60_000

/**
 * Counts a call for each allowance within the current minute of the clock, refused calls included; 429 beyond an allowance. Only a
 * number is stored, so it suits frequent calls.
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
