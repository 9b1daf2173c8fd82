import { importDeliveries, importPatients } from '#shared/api/imports.ts'
import { type ImportKind, type ImportResult, importRowsLimit } from '#shared/model/import.ts'
import { call } from '../../lib/api/call.ts'
import { CallError } from '../../lib/api/call-error.ts'
import { pauseFor } from '../../lib/browser/pause-for.ts'
import type { SentRecord } from './decided-row.ts'

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
  rows: readonly SentRecord[]
  results?: readonly ImportResult[]
}

/** Divides the rows into batches, one for each call. All rows of a batch are sent with the same `when_out`. */
export function splitIntoBatches(rows: readonly SentRecord[]): ImportBatch[] {
  const parts: SentRecord[][] = []
  let bytes = 0
  for (const ready of rows) {
    const own = JSON.stringify(ready.row).length * 3
    const last = parts.at(-1)
    const isAlike = last?.[0]?.plansAnew === ready.plansAnew
    if (last && isAlike && last.length < importRowsLimit && bytes + own <= mostBytes) {
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
  /** The import to which the rows belong; undefined if the server is only to say what would happen to them. */
  importId?: string
  signal: AbortSignal
  /** Called after each batch. */
  onBatch: (batch: ImportBatch) => void
}

/**
 * Sends the batches that have no results yet, one after the other. If one fails, `sendBatches` throws. When it is called again, it
 * sends the remaining batches.
 */
export async function sendBatches(
  parts: readonly ImportBatch[],
  { kind, importId, signal, onBatch }: Sending,
): Promise<void> {
  for (const part of parts) {
    if (part.results) continue
    const common = {
      rows: part.rows.map(({ row }) => ({ ...row })),
      ...(importId === undefined ? { dry_run: true } : { import_id: importId }),
    }
    const headers = importId === undefined ? {} : { 'idempotency-key': part.key }
    const plansAnew = part.rows[0]?.plansAnew === true
    const send = () =>
      kind === 'deliveries'
        ? call(importDeliveries, { body: { ...common, ...(plansAnew && { when_out: 'new' }) }, headers })
        : call(importPatients, { body: common, headers })
    part.results = await patiently(async () => (await send()).body, signal)
    onBatch(part)
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
