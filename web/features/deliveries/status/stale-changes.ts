import { deliveryStatuses } from '#shared/model/delivery-statuses.ts'
import type { ChangedField } from '../../../lib/api/call-error.ts'
import { deliveryStatusLabel } from '../../../ui/badge.tsx'

function sentenceOf({ field, to }: ChangedField): string {
  if (field === 'pharmacist_name') return `${to ?? 'No one'} is now assigned`
  const status = deliveryStatuses.find((known) => known === to)
  return field === 'status' && status ? `The status is now ${deliveryStatusLabel(status)}` : ''
}

/** Returns in words which new driver or status other users have set in the meantime, or '' if no such change is known. */
export const othersChangesInWords = (changes: readonly ChangedField[]) =>
  changes.map(sentenceOf).filter(Boolean).join('. ')
