import type { AuditRecord } from '#shared/model/audit.ts'

/** Returns in words how many deliveries a record has. If it has none, says whether none was found or all were unticked. */
export function auditRecordDeliveriesText({ found, deliveries }: Pick<AuditRecord, 'found' | 'deliveries'>): string {
  if (found === 'none') return 'No delivery found'
  if (deliveries.length === 0) return 'Deliveries left out of this packet'
  return deliveries.length === 1 ? '1 delivery' : `${deliveries.length} deliveries`
}
