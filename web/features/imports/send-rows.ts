import { importDeliveries, importPatients } from '#shared/api/imports.ts'
import { type ImportKind, type ImportResult, importLimit } from '#shared/model/import.ts'
import { call } from '../../lib/api/call.ts'
import { CallError } from '../../lib/api/call-error.ts'
import { pause } from '../../lib/api/read-pages.ts'
import type { ReadyRow } from './to-rows.ts'

/** What a call may send is 512 KB; some of it are the names around the rows. */
const mostBytes = 450_000

/** How long is waited before each further try of a call that was not answered, in seconds. */
const waits = [1, 2, 4, 8, 15]
/** How long a server is waited for that wants fewer calls and does not say until when. */
const mostWait = 60

/** No answer, or one that says that something is away. */
const awayStatuses: readonly number[] = [0, 502, 503, 504]

export interface Part {
  /** Sent again with the same key, the part is not done again. */
  key: string
  rows: readonly ReadyRow[]
  results?: readonly ImportResult[]
}

/** The rows as calls take them. */
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
  /** Hears of each part that is done. */
  tell: () => void
}

/** Sends what has not been answered yet, a part after the other. What fails leaves the others for the next try. */
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
 * A lost answer, or a service that is away for a moment, ends no import, and neither does a server that wants fewer calls. A call that
 * is under way when the signal is given is waited for, because its rows get in.
 */
async function patiently<T>(ask: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let failed = 0; ; ) {
    signal.throwIfAborted()
    try {
      return await ask()
    } catch (error) {
      if (!(error instanceof CallError)) throw error
      const isBusy = error.status === 429
      const seconds = isBusy ? (error.retryAfterSeconds ?? mostWait) : waits[failed]
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
  /** Rows of the file that did not get in, and why. */
  refused: readonly { numbers: readonly number[]; words: string }[]
}

/** What has become of what was sent; of deliveries or patients, but of what was refused it counts the file's rows. */
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
