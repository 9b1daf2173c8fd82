import { importDeliveries, importPatients } from '#shared/api/imports.ts'
import { type ImportKind, type ImportResult, importLimit } from '#shared/model/import.ts'
import { call } from '../../lib/api/call.ts'
import { CallError } from '../../lib/api/call-error.ts'
import { pause } from '../../lib/api/read-pages.ts'
import type { ReadyRow } from './to-rows.ts'

/** A request may have 512 KB, a part of which is the JSON around the rows. */
const mostBytes = 450_000

/** The waiting times before each further attempt of a call without an answer, in seconds. */
const waits = [1, 2, 4, 8, 15]
/** How long to wait after a 429 without `Retry-After`, in seconds. */
const defaultWait = 60

/** There was no answer, or one that says that a service is away. */
const awayStatuses: readonly number[] = [0, 502, 503, 504]

export interface Part {
  /** A repeat with the same key does not import the part again. */
  key: string
  rows: readonly ReadyRow[]
  results?: readonly ImportResult[]
}

/** Divides the rows into parts, one for each call. */
export function partsOf(rows: readonly ReadyRow[]): Part[] {
  const parts: ReadyRow[][] = []
  let bytes = 0
  for (const ready of rows) {
    const own = JSON.stringify(ready.row).length * 3
    const last = parts.at(-1)
    if (last && last.length < importLimit && bytes + own <= mostBytes) {
      last.push(ready)
      bytes += own
    } else {
      parts.push([ready])
      bytes = own
    }
  }
  return parts.map((rows) => ({ key: crypto.randomUUID(), rows }))
}

interface Sending {
  kind: ImportKind
  importId: string
  signal: AbortSignal
  /** Called after each part. */
  tell: () => void
}

/**
 * Sends the parts that have not been answered yet, one after the other. If one fails, the remaining parts wait for the next
 * attempt.
 */
export async function sendParts(parts: readonly Part[], { kind, importId, signal, tell }: Sending): Promise<void> {
  const entry = kind === 'deliveries' ? importDeliveries : importPatients
  for (const part of parts) {
    if (part.results) continue
    const body = { rows: part.rows.map(({ row }) => ({ ...row })), import_id: importId }
    const headers = { 'idempotency-key': part.key }
    part.results = await patiently(async () => (await call(entry, { body, headers })).body, signal)
    tell()
  }
}

/**
 * Retries after a lost answer, while a service is away for a moment, and after a 429, so that none of these ends an import. A call
 * that is under way when the signal is given is waited for, because its rows are imported.
 */
async function patiently<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let failed = 0; ; ) {
    signal.throwIfAborted()
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const isBusy = error.status === 429
      const seconds = isBusy ? (error.retryAfterSeconds ?? defaultWait) : waits[failed]
      if (seconds === undefined || !(isBusy || awayStatuses.includes(error.status))) throw error
      if (!isBusy) failed++
      await pause(seconds, signal)
    }
  }
}

export interface Outcome {
  added: number
  updated: number
  unchanged: number
  /** The rows of the file that were not imported, with the reasons. */
  refused: readonly { numbers: readonly number[]; words: string }[]
}

/** The result of everything that was sent. It counts deliveries or patients, but for refused ones the rows of the file. */
export function outcomeOf(parts: readonly Part[]): Outcome {
  const results = parts.flatMap(({ rows, results = [] }) =>
    results.flatMap((result, i) => {
      const sent = rows[i]
      return sent ? [{ result, numbers: sent.rows.map(({ number }) => number) }] : []
    }),
  )
  const count = (outcome: string) => results.filter(({ result }) => result.ok && result.outcome === outcome).length
  return {
    added: count('added'),
    updated: count('updated'),
    unchanged: count('unchanged'),
    refused: results.flatMap(({ result, numbers }) =>
      result.ok ? [] : [{ numbers, words: result.detail.map(({ msg }) => msg).join('; ') }],
    ),
  }
}
