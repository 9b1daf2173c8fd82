import {
  paymentMethodRequiredText,
  photoIdUncheckedText,
  reasonRequiredText,
  relationshipRequiredText,
  signerRequiredText,
} from '#shared/model/door-record.ts'
import type { StoredDelivery } from '../data/entities/delivery.ts'
import { invalidFieldError } from '../failures/app-error.ts'
import type { Caller } from '../http/operation.ts'

/** The fields of a handover's record that can be required, or that decide whether another field is. `amount` is in dollars. */
export interface RequirableHandoverFields {
  amount: number
  signer_name?: string | null | undefined
  signer_relationship?: string | null | undefined
  signature_method?: string | null | undefined
  photo_id?: { checked: boolean } | null | undefined
  payment_method?: string | null | undefined
  hipaa_form_outcome?: string | null | undefined
  hipaa_form_reason?: string | null | undefined
}

/** Returns the first field that is required but missing, with its message. */
function firstMissing(record: RequirableHandoverFields, delivery: StoredDelivery, settings: Caller['tenant']) {
  const { signer_name, signature_method, hipaa_form_outcome } = record
  const isWritten = signature_method === 'typed' || signature_method === 'mark'
  const isGiven = !hipaa_form_outcome || hipaa_form_outcome === 'given'
  const checks: [keyof RequirableHandoverFields, string, boolean][] = [
    ['signer_name', signerRequiredText, !signer_name && (isWritten || settings.require_signer)],
    ['signer_relationship', relationshipRequiredText, !record.signer_relationship && settings.require_signer],
    [
      'photo_id',
      photoIdUncheckedText,
      settings.require_photo_id_check && delivery.require_photo_id && !record.photo_id?.checked,
    ],
    [
      'payment_method',
      paymentMethodRequiredText,
      settings.require_payment_method && record.amount > 0 && !record.payment_method,
    ],
    [
      'hipaa_form_reason',
      reasonRequiredText,
      settings.truthful_first_delivery && !isGiven && !record.hipaa_form_reason,
    ],
  ]
  return checks.find(([, , isMissing]) => isMissing)
}

/**
 * Throws a 422 if the record of a handover at the door lacks a field that the organisation's settings or a typed or marked
 * signature require. The error is about the missing field or, for a request that has no such fields, about `field`.
 */
export function refuseMissingHandoverFields(
  record: RequirableHandoverFields,
  { delivery, settings, field }: { delivery: StoredDelivery; settings: Caller['tenant']; field?: string },
): void {
  const missing = firstMissing(record, delivery, settings)
  if (missing) throw invalidFieldError(field ?? missing[0], missing[1])
}
