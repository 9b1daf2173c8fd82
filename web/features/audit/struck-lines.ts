import type { AuditRecord } from '#shared/model/audit.ts'
import type { Proof } from '#shared/model/proof.ts'
import type { AuditSearch } from './audit-request.ts'

/** Returns the key of a delivery within a line, with which the set of unticked lines and deliveries contains it. */
export const lineDeliveryKey = (line: string, { id }: Pick<Proof, 'id'>) => `${line} ${id}`

/**
 * Returns a key for each record, in their order. A record gets the same key when it is read again, although a delivery that was
 * completed meanwhile may have changed its position (in a search by days) or its deliveries (in a search by numbers).
 */
export function lineKeys(records: readonly AuditRecord[], by: AuditSearch['by']): string[] {
  const counts = new Map<string, number>()
  return records.map(({ rx_number, date, deliveries }) => {
    const line = JSON.stringify([rx_number, date, ...(by === 'days' ? deliveries.map(({ id }) => id) : [])])
    const count = (counts.get(line) ?? 0) + 1
    counts.set(line, count)
    return `${line} ${count}`
  })
}

/** Returns the records without the lines and deliveries whose keys are in `struck`. */
export function recordsWithoutStruck(
  records: readonly AuditRecord[],
  by: AuditSearch['by'],
  struck: ReadonlySet<string>,
): AuditRecord[] {
  const lines = lineKeys(records, by)
  return records.flatMap((record, i) => {
    const line = lines[i] ?? ''
    if (struck.has(line)) return []
    return [{ ...record, deliveries: record.deliveries.filter((proof) => !struck.has(lineDeliveryKey(line, proof))) }]
  })
}
