import { randomBytes } from 'node:crypto'
import type { Table } from '../data/table.ts'
import { unscopedKeys } from '../data/table-keys.ts'
import { remove } from '../data/writes.ts'
import { AppError } from '../failures/app-error.ts'
import { isTemporaryFailure } from '../failures/temporary-failures.ts'

export interface Allowance {
  /** The name of the counter, such as `login-place`. */
  what: string
  times: number
  seconds: number
  /** The text of the refusal. */
  detail: string
}

/** An allowance, and the subject to which it applies, such as an IP address, an e-mail address or an organisation. */
export type SubjectAllowance = readonly [Allowance, subject: string]

export const tooManyRequestsText = 'Too many requests. Please try again later.'

/** An attempt that has been counted. */
export interface CountedAttempt {
  allowance: Allowance
  subject: string
  text: string
}

/**
 * Beyond the allowance, this many attempts are kept. Older ones are removed only once there are more than this many of them. None
 * of these attempts changes the waiting time, unless later ones are uncounted.
 */
const spare = 20

const keyOf = ({ allowance, subject }: Pick<CountedAttempt, 'allowance' | 'subject'>) =>
  unscopedKeys.attempts(allowance.what, subject)

const timeOf = (tried: string) => Number.parseInt(tried, 36)

const newTry = (now: Date) => `${now.getTime().toString(36)}.${randomBytes(4).toString('base64url')}`

const endOf = ({ seconds }: Allowance, now: Date) => Math.floor(now.getTime() / 1000) + seconds

/**
 * Counts an attempt in a sliding window. The count is one atomic addition to the subject's own item, so parallel attempts are all
 * counted. If there are more than the allowance permits, also returns how many seconds to wait before the next attempt. Refused
 * attempts count as well. At most `most` attempts of the window are kept.
 */
async function count(table: Table, [allowance, subject]: SubjectAllowance, now: Date, most: number) {
  const own: CountedAttempt = { allowance, subject, text: newTry(now) }
  const end = endOf(allowance, now)
  const all = (await table.addTry(keyOf(own), own.text, end)).sort((a, b) => timeOf(a) - timeOf(b))
  const start = now.getTime() - allowance.seconds * 1000
  const counted = all.filter((tried) => timeOf(tried) > start).slice(-most)
  const old = all.slice(0, all.length - counted.length)
  if (old.length > spare) await table.takeTries(keyOf(own), old, end)
  const oldest = counted.at(-allowance.times) ?? own.text
  const seconds = Math.ceil((timeOf(oldest) - now.getTime()) / 1000) + allowance.seconds
  return { own, retryAfterSeconds: counted.length > allowance.times ? Math.max(1, seconds) : undefined }
}

/**
 * Counts an attempt for each allowance. If it exceeds any of them, `refusal` is a 429 with the longest waiting time. Refused attempts
 * stay counted. So an attempt makes no difference any more once as many later attempts as the allowance permits have followed, and
 * it need not be kept.
 */
export const countAttempts = (table: Table, now: Date, ...counted: readonly SubjectAllowance[]) =>
  countEach(table, now, { counted, most: ({ times }) => times + spare })

interface Counting {
  counted: readonly SubjectAllowance[]
  most: (allowance: Allowance) => number
}

async function countEach(table: Table, now: Date, { counted, most }: Counting) {
  const counts = await Promise.all(counted.map((one) => count(table, one, now, most(one[0]))))
  const [longest] = counts.sort((a, b) => (b.retryAfterSeconds ?? 0) - (a.retryAfterSeconds ?? 0))
  const { own, retryAfterSeconds } = longest ?? {}
  return {
    tries: counts.map((one) => one.own),
    refusal:
      own && retryAfterSeconds ? new AppError('tooMany', own.allowance.detail, { retryAfterSeconds }) : undefined,
  }
}

/** Counts an attempt for each allowance. Throws a 429 if it exceeds any of them. */
export async function countAttemptsOrRefuse(
  table: Table,
  now: Date,
  ...counted: readonly SubjectAllowance[]
): Promise<CountedAttempt[]> {
  const { tries, refusal } = await countAttempts(table, now, ...counted)
  if (refusal) throw refusal
  return tries
}

interface Allowed<T> {
  of: readonly SubjectAllowance[]
  /** The action to which the limit applies. */
  write: () => Promise<T>
  /** Whether the action may have taken effect although it failed. It then stays counted. */
  mayHaveSucceeded?: (error: unknown) => boolean
}

/**
 * Runs an action that is only allowed a certain number of times. A refused or failed run doesn't count, so no one can block others
 * by trying again and again. Every attempt of the window is kept: those that were allowed count, although any number of refused ones
 * that will be uncounted may have followed them.
 */
export async function runWithinAllowance<T>(
  table: Table,
  now: Date,
  { of, write, mayHaveSucceeded = () => false }: Allowed<T>,
): Promise<T> {
  const { tries, refusal } = await countEach(table, now, { counted: of, most: () => Number.POSITIVE_INFINITY })
  try {
    if (refusal) throw refusal
    return await write()
  } catch (error) {
    if (!mayHaveSucceeded(error)) await uncountAttempts(table, now, tries)
    throw error
  }
}

/** Uncounts attempts. If the table is busy they stay counted, so that the outcome of the request itself does not change. */
export async function uncountAttempts(table: Table, now: Date, tries: readonly CountedAttempt[]): Promise<void> {
  const taken = tries.map((own) => table.takeTries(keyOf(own), [own.text], endOf(own.allowance, now)))
  await unlessBusy(Promise.all(taken))
}

/** Uncounts all attempts of a subject. If the table is busy, they stay counted. */
export const uncountAllAttempts = (table: Table, [allowance, subject]: SubjectAllowance) =>
  unlessBusy(table.write(remove(keyOf({ allowance, subject }))))

const unlessBusy = (done: Promise<unknown>) =>
  done.catch((error: unknown) => {
    if (!isTemporaryFailure(error)) throw error
  })

const minuteMs = 60_000

/**
 * Counts a call within the current minute of the clock, for each of `counted`: the counter's name, its subject, and how many calls
 * a minute are allowed. Throws a 429 if the call exceeds any of these numbers. Refused calls count too. Only a number is stored, so
 * this is cheap enough for frequent calls.
 */
export async function countCallInMinuteOrRefuse(
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
  if (isAbove.includes(true)) throw new AppError('tooMany', tooManyRequestsText, { retryAfterSeconds })
}
