import type { StoredDeliveryRow } from '../data/entities.ts'
import type { TenantKeys } from '../data/keys.ts'
import { justAfter, justBefore, type Table } from '../data/table.ts'
import type { Position } from './merge-streams.ts'

interface PatientList {
  patient_id: string
  descending: boolean
  limit: number
  position: Position | undefined
  isWanted(row: StoredDeliveryRow, sortKey: string): boolean
}

/** A patient has few deliveries: the index gives their keys in order, the other filters look at the rows themselves. */
export async function readPatientDeliveries(
  table: Table,
  keys: TenantKeys,
  { patient_id, descending, limit, position, isWanted }: PatientList,
): Promise<{ items: StoredDeliveryRow[]; next: Position | undefined }> {
  const found: { row: StoredDeliveryRow; sortKey: string }[] = []
  let after = position?.after
  for (let more = true; more && found.length <= limit; ) {
    const bounds = after === undefined ? {} : descending ? { to: justBefore(after) } : { from: justAfter(after) }
    const partition = keys.patientPartition(patient_id)
    const page = await table.query({
      index: 'by_patient',
      partition,
      ...bounds,
      descending,
      limit: Math.min(limit + 1, 100),
    })
    const rows = await table.getAll(page.sortKeys.map((sortKey) => keys.delivery(sortKey.split('#')[2] ?? '')))
    for (const [i, row] of rows.entries()) {
      const sortKey = page.sortKeys[i] ?? ''
      if (row && isWanted(row, sortKey)) found.push({ row, sortKey })
    }
    after = page.sortKeys.at(-1)
    more = page.more && after !== undefined
  }
  const shown = found.slice(0, limit)
  const last = shown.at(-1)
  return {
    items: shown.map(({ row }) => row),
    next: last && found.length > limit ? { after: last.sortKey, pivot: 0, done: [] } : undefined,
  }
}
