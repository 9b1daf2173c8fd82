import type { AuditRecord, Undelivered } from '#shared/model/audit.ts'
import { statusInWords } from '#shared/model/delivery-statuses.ts'
import { formatDateAndAnyTime } from '../../lib/browser/format.ts'

/** Says the state and the day of a delivery that was not delivered: `Assigned, Nov 28, 2026`. */
export function undeliveredText({ status, delivery_date }: Undelivered): string {
  const words = statusInWords(status)
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}, ${formatDateAndAnyTime(delivery_date)}`
}

/**
 * Returns in words how many deliveries a record has. If it has none, says whether they are not delivered yet, none was found, or
 * all were unticked. Says which deliveries were recorded by mistake, because those did not reach the patient.
 */
export function auditRecordDeliveriesText({
  found,
  deliveries,
  undelivered,
}: Pick<AuditRecord, 'found' | 'deliveries' | 'undelivered'>): string {
  if (found === 'none' && undelivered.length > 0) return `Not delivered: ${undelivered.map(undeliveredText).join('; ')}`
  if (found === 'none') return 'No delivery found'
  if (deliveries.length === 0) return 'Deliveries left out of this packet'
  const text = deliveries.length === 1 ? '1 delivery' : `${deliveries.length} deliveries`
  const mistakes = deliveries.filter(({ recorded_by_mistake }) => recorded_by_mistake).length
  if (mistakes === 0) return text
  return mistakes === deliveries.length ? `${text}, recorded by mistake` : `${text}, ${mistakes} recorded by mistake`
}
