import type { StoredDeliveryRow } from '../data/entities.ts'
import { idInListKey, type TenantKeys } from '../data/keys.ts'
import type { Position, Span } from '../data/merge-streams.ts'
import { batchLimit, justAfter, type Table } from '../data/table.ts'

interface PatientList {
  patient_id: string
  span: Span
  limit: number
  position: Position | undefined
}

/** A patient's deliveries: the index gives the keys of a page in order, and only their rows are read. */
export async function readPatientDeliveries(
  table: Table,
  keys: TenantKeys,
  { patient_id, span, limit, position }: PatientList,
): Promise<{ items: StoredDeliveryRow[]; next: Position | undefined }> {
  const from = position ? justAfter(position.after) : span.from
  const { sortKeys } = await table.query(keys.ofPatient(patient_id), { from, to: span.to, limit: limit + 1 })
  const shown = sortKeys.slice(0, limit)
  const batches = Array.from({ length: Math.ceil(shown.length / batchLimit) }, (_, i) =>
    table.getAll(
      shown.slice(i * batchLimit, (i + 1) * batchLimit).map((sortKey) => keys.delivery(idInListKey(sortKey))),
    ),
  )
  const last = shown.at(-1)
  return {
    // A row that was deleted between the two reads is gone.
    items: (await Promise.all(batches)).flat().flatMap((row) => (row && !row.deleted_at ? [row] : [])),
    next: last && sortKeys.length > limit ? { after: last, pivot: 0, done: [] } : undefined,
  }
}
