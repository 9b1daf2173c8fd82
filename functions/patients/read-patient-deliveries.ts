import { deliveryIdFromListKey, type StoredDeliveryRow } from '../data/entities/delivery.ts'
import type { PagePosition, SortKeySpan } from '../data/merge-streams.ts'
import { sortKeyAfter, sortKeyBefore } from '../data/sort-keys.ts'
import { batchReadLimit, type Table } from '../data/table.ts'
import type { TenantKeys } from '../data/table-keys.ts'

interface PatientList {
  patient_id: string
  span: SortKeySpan
  /** Whether the latest delivery comes first. */
  descending?: boolean
  /** Selects the deliveries to list. All are listed if absent. */
  isShown?: (row: StoredDeliveryRow) => boolean
  /** Whether the caller may see the delivery. */
  isKnown: (row: StoredDeliveryRow) => boolean
  limit: number
  position: PagePosition | undefined
}

interface PatientPage {
  items: StoredDeliveryRow[]
  next: PagePosition | undefined
}

/**
 * Reads one page of a patient's deliveries: first their keys, in order, from an index, and then the deliveries with these keys.
 * Continues until no delivery is left, or until the page is full and at least one more delivery is known to follow, so that "Load
 * more" never leads to an empty page.
 */
export async function readPatientDeliveries(table: Table, keys: TenantKeys, list: PatientList): Promise<PatientPage> {
  const { isShown = () => true, isKnown, limit } = list
  const found: FoundRow[] = []
  for (let after = list.position?.after; ; ) {
    const { rows, last } = await readRows(table, keys, { ...list, after })
    found.push(...rows.filter(({ row }) => isKnown(row) && isShown(row)))
    const end = found[limit - 1]
    if (found.length > limit && end)
      return { items: found.slice(0, limit).map(({ row }) => row), next: { after: end.sortKey, pivot: 0, done: [] } }
    if (!last) return { items: found.map(({ row }) => row), next: undefined }
    after = last
  }
}

interface FoundRow {
  sortKey: string
  row: StoredDeliveryRow
}

/**
 * Reads the next keys from the index, and then the deliveries with these keys. Also returns the last key if more may follow. Leaves
 * out a delivery that was deleted between the two reads.
 */
async function readRows(
  table: Table,
  keys: TenantKeys,
  { patient_id, span, descending = false, limit, after }: Omit<PatientList, 'position'> & { after: string | undefined },
): Promise<{ rows: FoundRow[]; last: string | undefined }> {
  const ahead = after && (descending ? { to: sortKeyBefore(after) } : { from: sortKeyAfter(after) })
  const { sortKeys, more } = await table.query(keys.ofPatient(patient_id), {
    ...span,
    ...ahead,
    descending,
    limit: limit + 1,
  })
  const batches = Array.from({ length: Math.ceil(sortKeys.length / batchReadLimit) }, (_, i) =>
    table.getAll(
      sortKeys
        .slice(i * batchReadLimit, (i + 1) * batchReadLimit)
        .map((sortKey) => keys.delivery(deliveryIdFromListKey(sortKey))),
    ),
  )
  const rows = (await Promise.all(batches)).flat()
  return {
    rows: sortKeys.flatMap((sortKey, i) => {
      const row = rows[i]
      return row && !row.deleted_at ? [{ sortKey, row }] : []
    }),
    last: more ? sortKeys.at(-1) : undefined,
  }
}
