import type { ImportOutcome, ImportResult } from '#shared/model/import.ts'
import { AppError } from '../failures/app-error.ts'
import { mapWithConcurrency } from '../http/map-with-concurrency.ts'
import type { Caller, RequestIdempotency } from '../http/operation.ts'
import type { EventRecorder } from '../http/recorder.ts'
import type { Services } from '../http/services.ts'
import { countInDayOrRefuse } from '../security/day-quotas.ts'

/** A row of an import: the values of its cells by field. `importRows` leaves out empty cells. */
export type ImportRow = Readonly<Record<string, unknown>>

interface Import {
  body: { rows: readonly ImportRow[]; dry_run: boolean; import_id?: string | undefined }
  caller: Caller
  idempotency: RequestIdempotency | undefined
  activity: EventRecorder
}

export interface RowImportRequest {
  row: ImportRow
  /** Whether the row is only checked, without writing anything. */
  isDry: boolean
  /** The record by which a repeated request gets the same result. Add it to the row's write. */
  idempotency: RequestIdempotency | undefined
  activity: EventRecorder
}

interface Rows {
  /** Returns the keys of what a row may write. Rows that share a key are imported one after the other. */
  keysOf: (row: ImportRow) => string[]
  importOne: (one: RowImportRequest) => Promise<ImportResult>
}

/** How many lanes, which are series of rows, are imported in parallel. */
const lanes = 8

/** Imports each row separately, and returns the results in the order of the rows. */
export async function importRows(
  { body: { rows, dry_run: isDry, import_id }, caller, idempotency, activity }: Import,
  services: Services,
  { keysOf, importOne }: Rows,
): Promise<ImportResult[]> {
  const counts = { rows: rows.length, prescriptions: countRx(rows) }
  if (!isDry) await countInDayOrRefuse(services.table, services.now(), { tenant: caller.tenant, counts })
  const results: ImportResult[] = []
  const ofImport = import_id === undefined ? activity : withQuery(activity, { import_id })
  await mapWithConcurrency(lanesOf(rows.map(withoutEmptyCells), keysOf), lanes, async (lane) => {
    for (const [i, row] of lane) {
      const run = (own: RequestIdempotency | undefined) =>
        importOne({ row, isDry, idempotency: own, activity: ofImport })
      results[i] = await (idempotency ? idempotency.part(String(i), run) : run(undefined)).catch(refusalOf)
    }
  })
  // This records no events, because each row that changed something has already recorded its own.
  await activity.record([], ...(idempotency ? [idempotency.record(results)] : []))
  return results
}

/** Divides rows into lanes, so that rows which share a key, directly or through other rows, are in the same one, in their order. */
function lanesOf(rows: readonly ImportRow[], keysOf: Rows['keysOf']): [number, ImportRow][][] {
  const known = new Map<string, { keys: string[]; rows: [number, ImportRow][] }>()
  for (const [i, row] of rows.entries()) {
    const keys = [`row ${i}`, ...keysOf(row)]
    const joined = [...new Set(keys.flatMap((key) => known.get(key) ?? []))]
    const lane = {
      keys: [...keys, ...joined.flatMap((one) => one.keys)],
      rows: [...joined.flatMap((one) => one.rows), [i, row] as [number, ImportRow]],
    }
    for (const key of lane.keys) known.set(key, lane)
  }
  return [...new Set(known.values())].map((lane) => lane.rows.toSorted(([a], [b]) => a - b))
}

const countRx = (rows: readonly ImportRow[]) =>
  rows.reduce((sum, { rx_information: list }) => sum + (Array.isArray(list) ? list.length : 0), 0)

export const withoutEmptyCells = (row: ImportRow): ImportRow =>
  Object.fromEntries(Object.entries(row).filter(([, cell]) => cell !== '' && cell !== null && cell !== undefined))

/** Reads a nested row. Anything that is not an object becomes an empty row, so that the schema reports what is missing. */
export const nestedRow = (sent: unknown): ImportRow => (typeof sent === 'object' && sent !== null ? { ...sent } : {})

export const successfulRowResult = (outcome: ImportOutcome, id: string | null) => ({ ok: true as const, outcome, id })

/** Returns the write that records a row's result for a repeat of the request, or no write if the request has no idempotency key. */
export const importResultWrites = ({ idempotency }: RowImportRequest, answer: ImportResult) =>
  idempotency ? [idempotency.record(answer)] : []

/** Turns the refusal of a row into the row's result. A 503, and an error that is no refusal, fail the whole request. */
function refusalOf(error: unknown): ImportResult {
  if (!(error instanceof AppError) || error.code === 'unavailable') throw error
  const { detail } = error
  return {
    ok: false,
    detail:
      typeof detail === 'string'
        ? [{ loc: [], msg: detail }]
        : detail.map(({ loc, msg }) => ({ loc: loc.slice(1), msg })),
  }
}

const withQuery = (activity: EventRecorder, query: Record<string, string>): EventRecorder => ({
  ...activity,
  record: (drafts, ...writes) =>
    activity.record(
      [drafts].flat().map((draft) => ({ ...draft, query: { ...draft.query, ...query } })),
      ...writes,
    ),
})
