import { randomBytes } from 'node:crypto'
import { unscopedKeys } from '../data/keys.ts'
import type { Table } from '../data/table.ts'
import { remove } from '../data/writes.ts'
import { AppError } from '../http/app-error.ts'

export interface Allowance {
  /** What is counted, e.g. `login-place`. */
  what: string
  times: number
  seconds: number
  /** Said to callers who are refused. */
  detail: string
}

export const tooManyRequests = 'Too many requests. Please try again later.'

/** A counted try, to be given back. */
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

/** Sorts as its time does. */
const newTry = (now: Date) => `${now.getTime().toString(36)}.${randomBytes(4).toString('base64url')}`

interface Counted {
  own: Try
  /** The tries of the window in milliseconds, oldest first, this one among them. */
  times: number[]
}

/**
 * Counts a try of `subject` within a sliding window. One atomic addition, so that none of many parallel tries is missed, to an item of
 * the subject's own.
 */
async function count(table: Table, allowance: Allowance, subject: string, now: Date): Promise<Counted> {
  const own = { allowance, subject, text: newTry(now) }
  const expires = Math.floor(now.getTime() / 1000) + allowance.seconds
  const all = (await table.addTry(keyOf(own), own.text, expires)).sort((a, b) => timeOf(a) - timeOf(b))
  const start = now.getTime() - allowance.seconds * 1000
  const inside = all.filter((tried) => timeOf(tried) > start)
  // What is older than as many newer ones decides nothing any more.
  const kept = inside.slice(-allowance.times - spare)
  const old = all.slice(0, all.length - kept.length)
  if (old.length > spare) await table.takeTries(keyOf(own), old)
  return { own, times: kept.map(timeOf) }
}

const isBeyond = ({ own, times }: Counted) => times.length > own.allowance.times

/** Refused tries count like any other, this one among them. */
function refusal({ own, times }: Counted, now: Date): AppError {
  const { allowance } = own
  const oldest = times.at(-allowance.times) ?? now.getTime()
  const retryAfterSeconds = Math.max(1, Math.ceil((oldest - now.getTime()) / 1000) + allowance.seconds)
  return new AppError('tooMany', allowance.detail, { retryAfterSeconds })
}

/** Counts a try of each subject; refuses when one is beyond its allowance. Refused tries stay counted. */
export async function countOrRefuse(
  table: Table,
  now: Date,
  ...subjects: readonly (readonly [Allowance, string])[]
): Promise<Try[]> {
  const counted = await Promise.all(subjects.map(([allowance, subject]) => count(table, allowance, subject, now)))
  const beyond = counted.find(isBeyond)
  if (beyond) throw refusal(beyond, now)
  return counted.map(({ own }) => own)
}

/** As `countOrRefuse`, of what is rare enough that a refused try shall not delay the next one: it is not counted. */
export async function takeOrRefuse(
  table: Table,
  now: Date,
  ...subjects: readonly (readonly [Allowance, string])[]
): Promise<Try[]> {
  const counted = await Promise.all(subjects.map(([allowance, subject]) => count(table, allowance, subject, now)))
  const tries = counted.map(({ own }) => own)
  const beyond = counted.find(isBeyond)
  if (!beyond) return tries
  await giveBack(table, tries)
  throw refusal(beyond, now)
}

/** Takes tries back that turned out not to be what is counted. */
export async function giveBack(table: Table, tries: readonly Try[]): Promise<void> {
  await Promise.all(tries.map((own) => table.takeTries(keyOf(own), [own.text])))
}

/** Forgets all tries of a subject. */
export const forget = (table: Table, allowance: Allowance, subject: string) =>
  table.write(remove(keyOf({ allowance, subject })))
