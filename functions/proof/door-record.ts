import type { BodyOf } from '#shared/api/contract.ts'
import type * as deliveries from '#shared/api/deliveries.ts'
import { firstDeliveryUnconfirmedText } from '#shared/model/completion.ts'
import { dayIn, endOfDay, nextBusinessDay } from '#shared/rules/dates.ts'
import { signatureQuality } from '#shared/rules/signature-quality.ts'
import type { StoredDelivery } from '../data/entities/delivery.ts'
import { impossibleDeviceTimeText, isPossibleDeviceTime, plausibleDeviceTime } from '../deliveries/device-time.ts'
import { refuseMissingHandoverFields } from '../deliveries/refuse-missing-fields.ts'
import { invalidFieldError } from '../failures/app-error.ts'
import type { Caller } from '../http/operation.ts'
import type { Services } from '../http/services.ts'

type Completion = BodyOf<typeof deliveries.completeDelivery>

/**
 * Returns the two confirmations of a patient's first delivery: that the HIPAA form and the counselling were received. If the client
 * sends outcomes, the confirmations follow from these.
 */
export const firstDeliveryConfirmations = ({
  hipaa_form_outcome,
  hipaa_form_received,
  counseling_outcome,
  counseling_received,
}: Recorded) => ({
  hipaa_form_received: hipaa_form_outcome ? hipaa_form_outcome === 'given' : hipaa_form_received,
  counseling_received: counseling_outcome ? counseling_outcome === 'accepted' : counseling_received,
})

/**
 * Makes the record of a handover at the door, without the pictures of signature and photo and without the amount. Throws a 422 if a
 * required field is missing or if `captured_at` is impossible.
 */
export function composeDoorRecord(body: Completion, delivery: StoredDelivery, caller: Caller, services: Services) {
  refuseMissingHandoverFields(body, { delivery, settings: caller.tenant })
  const isDrawn = (body.signature_method ?? 'drawn') === 'drawn'
  return {
    ...doorRecordFields(body, caller, services),
    ...(body.clock_correction_seconds && { clock_correction_seconds: body.clock_correction_seconds }),
    signature_quality: isDrawn ? signatureQuality(body.signature_strokes ?? []) : 'good',
    captured_at: capturedAt(body, delivery, services.now()),
  } satisfies Partial<StoredDelivery>
}

/** The fields of a completion's request without its pictures. */
type Recorded = Omit<Completion, 'patient_signature' | 'signature_strokes' | 'delivery_photo' | 'delivery_photo_key'>

/** Returns the fields of a handover's record that follow from the answers at the door alone. */
export function doorRecordFields(body: Recorded, { tenant }: Caller, { now }: Services) {
  const { counseling_outcome, photo_id } = body
  const today = dayIn(tenant.time_zone, now())
  return {
    ...firstDeliveryConfirmations(body),
    signer_name: body.signer_name || null,
    signer_relationship: body.signer_relationship ?? null,
    photo_id: photo_id ? { checked: photo_id.checked, kind: photo_id.kind ?? null } : null,
    hipaa_form_outcome: body.hipaa_form_outcome ?? null,
    hipaa_form_reason: body.hipaa_form_reason || null,
    counseling_outcome: counseling_outcome ?? null,
    payment_method: body.payment_method ?? (body.amount === 0 ? 'none' : null),
    signature_method: body.signature_method ?? 'drawn',
    call_back_due_at:
      counseling_outcome === 'call_back' ? endOfDay(tenant.time_zone, nextBusinessDay(today)).toISOString() : null,
  } satisfies Partial<StoredDelivery>
}

/**
 * Throws a 422 if a patient's first delivery lacks the HIPAA form or the counselling. If the organisation has switched
 * `truthful_first_delivery` on, any recorded outcome of each is enough.
 */
export function refuseUnconfirmedFirstDelivery(body: Completion, { tenant }: Caller): void {
  const confirmed = firstDeliveryConfirmations(body)
  const isAnswered = (outcome: string | null | undefined) => tenant.truthful_first_delivery && Boolean(outcome)
  if (!confirmed.hipaa_form_received && !isAnswered(body.hipaa_form_outcome))
    throw invalidFieldError('hipaa_form_received', firstDeliveryUnconfirmedText)
  if (!confirmed.counseling_received && !isAnswered(body.counseling_outcome))
    throw invalidFieldError('counseling_received', firstDeliveryUnconfirmedText)
}

/**
 * Returns the time on the device's clock, in UTC: `captured_at` or, if that is missing, `signature_timestamp`. Throws a 422 for an
 * impossible `captured_at`. Returns null if `signature_timestamp` is impossible or if both are missing.
 */
function capturedAt({ captured_at, signature_timestamp }: Completion, delivery: StoredDelivery, now: Date) {
  if (captured_at && !isPossibleDeviceTime(captured_at, delivery, now))
    throw invalidFieldError('captured_at', impossibleDeviceTimeText)
  return plausibleDeviceTime(captured_at ?? signature_timestamp, delivery, now)
}
