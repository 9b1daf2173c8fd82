import { attemptText } from '#shared/model/attempt.ts'
import type { PlacedDelivery } from '#shared/model/delivery.ts'
import { choiceLabel, signerRelationshipLabels } from '#shared/model/door-record.ts'
import { formatDateAndAnyTime } from '../../../lib/browser/format.ts'
import { placeOnRunText } from '../delivery-text.ts'

type Where = Pick<
  PlacedDelivery,
  | 'status'
  | 'pharmacist_name'
  | 'completed_at'
  | 'signature_timestamp'
  | 'signer_name'
  | 'signer_relationship'
  | 'loaded_at'
  | 'returned_at'
  | 'recorded_by_mistake'
  | 'attempts'
  | 'place'
>

/** Names the signer and the relationship to the patient: `Arthur Abbott, Family`. Returns '' if no one is recorded. */
export const signerText = ({ signer_name, signer_relationship }: Pick<Where, 'signer_name' | 'signer_relationship'>) =>
  [signer_name, signer_relationship && choiceLabel(signerRelationshipLabels, signer_relationship)]
    .filter(Boolean)
    .join(', ')

/** Says in one sentence where the package is, and who signed for it. */
export function whereaboutsText(delivery: Where): string {
  const { status, pharmacist_name, loaded_at, returned_at, recorded_by_mistake, place } = delivery
  const who = pharmacist_name ?? 'a driver'
  switch (status) {
    case 'pending':
      return 'At the pharmacy, not released yet'
    case 'unassigned':
      return 'At the pharmacy, not assigned yet'
    case 'assigned':
      return loaded_at ? `Loaded by ${who}` : `At the pharmacy, for ${who}`
    case 'in_progress':
      return [`Out with ${who}`, place && placeOnRunText(place)].filter(Boolean).join('. ')
    case 'failed': {
      const attempt = delivery.attempts.at(-1)
      const where = returned_at
        ? `Back at the pharmacy since ${formatDateAndAnyTime(returned_at)}`
        : `Not back yet, with ${who}`
      return [attempt && attemptText(attempt), where].filter(Boolean).join('. ')
    }
    case 'cancelled':
      return 'Cancelled, won’t be delivered'
    case 'delivered': {
      const signer = signerText(delivery)
      // The record of a driver without a signal arrives later, and is accepted later still.
      const at = formatDateAndAnyTime(delivery.signature_timestamp ?? delivery.completed_at)
      if (recorded_by_mistake) return `Not delivered here: the completion of ${at} was recorded by mistake`
      return signer ? `Signed by ${signer}, ${at}. Delivered by ${who}` : `Delivered by ${who}, ${at}`
    }
  }
}
