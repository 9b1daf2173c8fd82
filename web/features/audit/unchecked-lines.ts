import type { AuditRecord } from '#shared/model/audit.ts'
import type { Proof } from '#shared/model/proof.ts'
import type { AuditSearch } from './audit-request.ts'

/** Returns the key of a delivery within a line, with which the set of unticked lines and deliveries contains it. */
export const lineDeliveryKey = (line: string, { id }: Pick<Proof, 'id'>) => `${line} ${id}`

/** A record on the page. Its key is the same when the record is read again. */
export interface AuditLine {
  key: string
  record: AuditRecord
}

/**
 * Returns the records with their keys. A delivery that was completed since the records were read before may have changed a record's
 * position (in a search by days) or its deliveries (in a search by numbers), but not its key.
 */
export function auditLines(records: readonly AuditRecord[], by: AuditSearch['by']): AuditLine[] {
  const counts = new Map<string, number>()
  return records.map((record) => {
    const { rx_number, date, deliveries } = record
    const name = JSON.stringify([rx_number, date, ...(by === 'days' ? deliveries.map(({ id }) => id) : [])])
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return { key: `${name} ${count}`, record }
  })
}

/** Returns the records without the lines and deliveries whose keys are in `unchecked`. */
export const recordsWithoutUnchecked = (lines: readonly AuditLine[], unchecked: ReadonlySet<string>): AuditRecord[] =>
  lines
    .filter(({ key }) => !unchecked.has(key))
    .map(({ key, record }) => ({
      ...record,
      deliveries: record.deliveries.filter((proof) => !unchecked.has(lineDeliveryKey(key, proof))),
    }))
