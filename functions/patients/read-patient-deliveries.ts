import type { StoredDeliveryRow } from '../data/entities/delivery.ts'
import { idInListKey } from '../data/entities/delivery.ts'
import type { Position, Span } from '../data/merge-streams.ts'
import { batchLimit, justAfter, justBefore, type Table } from '../data/table.ts'
import type { TenantKeys } from '../data/table-keys.ts'

interface PatientList {
  patient_id: string
  span: Span
  /** Latest first. */
  descending?: boolean
  /** By default all. */
  isShown?: (row: StoredDeliveryRow) => boolean
  /** Whether the caller is to know of it. */
  isKnown: (row: StoredDeliveryRow) => boolean
  limit: number
  position: Position | undefined
}

interface PatientPage {
  items: StoredDeliveryRow[]
  next: Position | undefined
}

/**
 * A patient's deliveries: the index gives the keys of a page in order, and only their rows are read. No page is empty while more
 * follow.
 */
export async function readPatientDeliveries(table: Table, keys: TenantKeys, list: PatientList): Promise<PatientPage> {
  const { isShown = () => true, isKnown } = list
  for (let { position } = list; ; ) {
    const { rows, next } = await readPage(table, keys, { ...list, position })
    const items = rows.filter((row) => isKnown(row) && isShown(row))
    if (items.length > 0 || !next) return { items, next }
    position = next
  }
}

async function readPage(
  table: Table,
  keys: TenantKeys,
  { patient_id, span, descending, limit, position }: PatientList,
) {
  const ahead = position && (descending ? { to: justBefore(position.after) } : { from: justAfter(position.after) })
  const { sortKeys } = await table.query(keys.ofPatient(patient_id), {
    ...span,
    ...ahead,
    descending: descending ?? false,
    limit: limit + 1,
  })
  const shown = sortKeys.slice(0, limit)
  const batches = Array.from({ length: Math.ceil(shown.length / batchLimit) }, (_, i) =>
    table.getAll(
      shown.slice(i * batchLimit, (i + 1) * batchLimit).map((sortKey) => keys.delivery(idInListKey(sortKey))),
    ),
  )
  const last = shown.at(-1)
  const next: Position | undefined = last && sortKeys.length > limit ? { after: last, pivot: 0, done: [] } : undefined
  // A row that was deleted between the two reads is gone.
  return { rows: (await Promise.all(batches)).flat().flatMap((row) => (row && !row.deleted_at ? [row] : [])), next }
}
