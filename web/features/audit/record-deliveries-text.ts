import type { AuditRecord, Undelivered } from '#shared/model/audit.ts'
import { statusInWords } from '#shared/model/delivery-statuses.ts'
import type { Proof } from '#shared/model/proof.ts'
import { formatDateAndAnyTime } from '../../lib/browser/format.ts'

/** Says the state and the day of a delivery that was not delivered: `Assigned, Nov 28, 2026`. */
export function undeliveredText({ status, delivery_date }: Undelivered): string {
  const words = statusInWords(status)
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}, ${formatDateAndAnyTime(delivery_date)}`
}

/** Returns the proofs of what the patient received, without the completions that were recorded by mistake. */
export const receivedProofs = <P extends Pick<Proof, 'recorded_by_mistake'>>(proofs: readonly P[]) =>
  proofs.filter(({ recorded_by_mistake }) => !recorded_by_mistake)

/**
 * Returns in words how many deliveries a record has, how many completions of it were recorded by mistake, and which deliveries were
 * not delivered. If it has none at all, says whether none was found or all were unchecked.
 */
export function auditRecordDeliveriesText({
  found,
  deliveries,
  undelivered,
}: Pick<AuditRecord, 'found' | 'deliveries' | 'undelivered'>): string {
  const received = receivedProofs(deliveries).length
  const mistakes = deliveries.length - received
  const parts = [
    received > 0 && countText(received, 'delivery', 'deliveries'),
    received === 0 && found !== 'none' && 'Deliveries left out of this packet',
    mistakes > 0 && `${countText(mistakes, 'completion', 'completions')} recorded by mistake`,
    undelivered.length > 0 && `Not delivered: ${undelivered.map(undeliveredText).join('; ')}`,
  ]
  return parts.filter(Boolean).join('. ') || 'No delivery found'
}

const countText = (count: number, one: string, several: string) => `${count} ${count === 1 ? one : several}`
