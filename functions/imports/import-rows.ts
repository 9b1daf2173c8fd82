import type { ImportOutcome, ImportResult } from '#shared/model/import.ts'
import { AppError } from '../http/app-error.ts'
import { inLanes } from '../http/in-lanes.ts'
import type { Idempotency } from '../http/operation.ts'
import type { Recorder } from '../http/recorder.ts'

/** A row without what it leaves out: an empty cell, too, says nothing. */
export type Row = Readonly<Record<string, unknown>>

interface Import {
  body: { rows: readonly Row[]; dry_run: boolean; import_id?: string | undefined }
  idempotency: Idempotency | undefined
  activity: Recorder
}

export interface ImportingOne {
  row: Row
  /** Nothing is written. */
  isDry: boolean
  /** Belongs into the write of the row. */
  idempotency: Idempotency | undefined
  activity: Recorder
}

interface Rows {
  /** Rows of one name meet at one item: they are done one after the other. */
  laneOf: (row: Row) => string
  importOne: (one: ImportingOne) => Promise<ImportResult>
}

/** Rows that are done side by side. */
const lanes = 8

/** Does each row on its own, and answers what became of each, in their order. */
export async function importRows(
  { body: { rows, dry_run: isDry, import_id }, idempotency, activity }: Import,
  { laneOf, importOne }: Rows,
): Promise<ImportResult[]> {
  const results: ImportResult[] = []
  const ofImport = import_id === undefined ? activity : withQuery(activity, { import_id })
  const together = [...Map.groupBy(rows.map((row) => withoutEmpty(row)).entries(), ([, row]) => laneOf(row)).values()]
  await inLanes(together, lanes, async (lane) => {
    for (const [i, row] of lane) {
      const run = (own: Idempotency | undefined) => importOne({ row, isDry, idempotency: own, activity: ofImport })
      results[i] = await (idempotency ? idempotency.part(String(i), run) : run(undefined)).catch(refusalOf)
    }
  })
  // Each row has left its own events.
  await activity.record([], ...(idempotency ? [idempotency.record(results)] : []))
  return results
}

export const withoutEmpty = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).filter(([, cell]) => cell !== '' && cell !== null && cell !== undefined))

/** What is sent where a row belongs; what is none is an empty one, and its schema says what it lacks. */
export const rowIn = (sent: unknown): Row => (typeof sent === 'object' && sent !== null ? { ...sent } : {})

export const imported = (outcome: ImportOutcome, id: string | null) => ({ ok: true as const, outcome, id })

/** The record of a row's answer. */
export const recordedIn = ({ idempotency }: ImportingOne, answer: ImportResult) =>
  idempotency ? [idempotency.record(answer)] : []

/** What is wrong with a row is said about the row; a service that fails fails the call. */
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

const withQuery = (activity: Recorder, query: Record<string, string>): Recorder => ({
  ...activity,
  record: (drafts, ...writes) =>
    activity.record(
      [drafts].flat().map((draft) => ({ ...draft, query: { ...draft.query, ...query } })),
      ...writes,
    ),
})
