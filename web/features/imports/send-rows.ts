import { importDeliveries, importPatients } from '#shared/api/imports.ts'
import { type ImportKind, type ImportResult, importRowsLimit } from '#shared/model/import.ts'
import { call } from '../../lib/api/call.ts'
import { CallError } from '../../lib/api/call-error.ts'
import { pauseFor } from '../../lib/browser/pause-for.ts'
import type { ReadyRecord } from './to-rows.ts'

/** The limit for the rows of a request, in bytes. A request may have 512 KB, including the JSON around the rows. */
const mostBytes = 450_000

/** How long to wait before each further attempt of a call that ended with one of `awayStatuses`, in seconds. */
const waits = [1, 2, 4, 8, 15]
/** How long to wait after a 429 without `Retry-After`, in seconds. */
const defaultWait = 60

/** The status 0 of a call without a response, and the statuses of responses which say that a server is not available. */
const awayStatuses: readonly number[] = [0, 502, 503, 504]

export interface ImportBatch {
  /** The idempotency key of the batch. A repeat with this key does not import the batch again. */
  key: string
  rows: readonly ReadyRecord[]
  results?: readonly ImportResult[]
}

/** Divides the rows into batches, one for each call. */
export function splitIntoBatches(rows: readonly ReadyRecord[]): ImportBatch[] {
  const parts: ReadyRecord[][] = []
  let bytes = 0
  for (const ready of rows) {
    const own = JSON.stringify(ready.row).length * 3
    const last = parts.at(-1)
    if (last && last.length < importRowsLimit && bytes + own <= mostBytes) {
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
  /** Called after each batch. */
  tell: () => void
}

/**
 * Sends the batches that have no results yet, one after the other. If one fails, `sendBatches` throws. When it is called again, it
 * sends the remaining batches.
 */
export async function sendBatches(
  parts: readonly ImportBatch[],
  { kind, importId, signal, tell }: Sending,
): Promise<void> {
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
 * Repeats a call after a 429, and up to five times after a lost response or while a service is unavailable, so that a short failure
 * does not end an import. If the signal is aborted during a call, the response is still awaited, because the server imports the
 * call's rows anyway.
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
      await pauseFor(seconds, signal)
    }
  }
}

export interface ImportSummary {
  added: number
  updated: number
  unchanged: number
  /** The rows of the file that the server refused, by their numbers, with the reasons. */
  refused: readonly { numbers: readonly number[]; words: string }[]
}

/** Counts the deliveries or patients that all batches added, updated or left unchanged, and lists the refused rows of the file. */
export function summariseImport(parts: readonly ImportBatch[]): ImportSummary {
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
