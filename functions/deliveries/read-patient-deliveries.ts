import type { StoredDeliveryRow } from '../data/entities.ts'
import type { Position, Span } from '../data/merge-streams.ts'
import { batchLimit, justAfter, type Table } from '../data/table.ts'
import type { Caller } from '../http/operation.ts'
import { mayKnow } from './may-know.ts'

interface PatientList {
  patient_id: string
  span: Span
  limit: number
  position: Position | undefined
}

interface PatientPage {
  items: StoredDeliveryRow[]
  next: Position | undefined
}

/** A patient's deliveries of which the caller is to know. No page is empty while more follow. */
export async function readPatientDeliveries(table: Table, caller: Caller, list: PatientList): Promise<PatientPage> {
  for (let { position } = list; ; ) {
    const page = await readPage(table, caller, { ...list, position })
    if (page.items.length > 0 || !page.next) return page
    position = page.next
  }
}

/** The index gives the keys of a page in order, and only their rows are read. */
async function readPage(
  table: Table,
  caller: Caller,
  { patient_id, span, limit, position }: PatientList,
): Promise<PatientPage> {
  const { keys } = caller
  const from = position ? justAfter(position.after) : span.from
  const { sortKeys } = await table.query(keys.ofPatient(patient_id), { from, to: span.to, limit: limit + 1 })
  const shown = sortKeys.slice(0, limit)
  const batches = Array.from({ length: Math.ceil(shown.length / batchLimit) }, (_, i) =>
    table.getAll(
      shown.slice(i * batchLimit, (i + 1) * batchLimit).map((sortKey) => keys.delivery(sortKey.split('#')[2] ?? '')),
    ),
  )
  const last = shown.at(-1)
  return {
    // A row that was deleted between the two reads is gone.
    items: (await Promise.all(batches))
      .flat()
      .flatMap((row) => (row && !row.deleted_at && mayKnow(caller, row) ? [row] : [])),
    next: last && sortKeys.length > limit ? { after: last, pivot: 0, done: [] } : undefined,
  }
}
