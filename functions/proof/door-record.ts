import type { BodyOf } from '#shared/api/contract.ts'
import type * as deliveries from '#shared/api/deliveries.ts'
import { firstDeliveryUnconfirmed } from '#shared/model/completion.ts'
import {
  paymentMethodNeeded,
  photoIdUnchecked,
  reasonNeeded,
  relationshipNeeded,
  signerNeeded,
} from '#shared/model/door-record.ts'
import { dayIn, endOfDay, nextBusinessDay } from '#shared/rules/dates.ts'
import { signatureQuality } from '#shared/rules/signature-quality.ts'
import type { StoredDelivery } from '../data/entities.ts'
import { invalidField } from '../http/app-error.ts'
import type { Caller } from '../http/operation.ts'
import type { Services } from '../http/services.ts'
import { impossibleTime, isPossible } from './device-time.ts'

type Completion = BodyOf<typeof deliveries.completeDelivery>

/** D's two answers follow from the outcomes, where these are sent. */
export const confirmations = ({
  hipaa_form_outcome,
  hipaa_form_received,
  counseling_outcome,
  counseling_received,
}: Completion) => ({
  hipaa_form_received: hipaa_form_outcome ? hipaa_form_outcome === 'given' : hipaa_form_received,
  counseling_received: counseling_outcome ? counseling_outcome === 'accepted' : counseling_received,
})

/** What is recorded at the door beside signature, photo and amount; 422 for what the organisation asks for and does not get. */
export function recordDoor(body: Completion, delivery: StoredDelivery, { tenant }: Caller, { now }: Services) {
  refuseMissing(body, delivery, tenant)
  const { counseling_outcome, signature_strokes, photo_id } = body
  const method = body.signature_method ?? 'drawn'
  const today = dayIn(tenant.time_zone, now())
  return {
    ...confirmations(body),
    signer_name: body.signer_name || null,
    signer_relationship: body.signer_relationship ?? null,
    photo_id: photo_id ? { checked: photo_id.checked, kind: photo_id.kind ?? null } : null,
    hipaa_form_outcome: body.hipaa_form_outcome ?? null,
    hipaa_form_reason: body.hipaa_form_reason || null,
    counseling_outcome: counseling_outcome ?? null,
    payment_method: body.payment_method ?? (body.amount === 0 ? 'none' : null),
    signature_method: method,
    signature_quality: method === 'drawn' ? signatureQuality(signature_strokes ?? []) : 'good',
    captured_at: capturedAt(body, delivery, now()),
    call_back_due_at:
      counseling_outcome === 'call_back' ? endOfDay(tenant.time_zone, nextBusinessDay(today)).toISOString() : null,
  } satisfies Partial<StoredDelivery>
}

function refuseMissing(body: Completion, delivery: StoredDelivery, choices: Caller['tenant']): void {
  const { signer_name, signature_method, hipaa_form_outcome } = body
  const isWritten = signature_method === 'typed' || signature_method === 'mark'
  if (!signer_name && (isWritten || choices.require_signer)) throw invalidField('signer_name', signerNeeded)
  if (!body.signer_relationship && choices.require_signer) throw invalidField('signer_relationship', relationshipNeeded)
  if (choices.require_photo_id_check && delivery.require_photo_id && !body.photo_id?.checked)
    throw invalidField('photo_id', photoIdUnchecked)
  if (choices.require_payment_method && body.amount > 0 && !body.payment_method)
    throw invalidField('payment_method', paymentMethodNeeded)
  const isGiven = !hipaa_form_outcome || hipaa_form_outcome === 'given'
  if (choices.truthful_first_delivery && !isGiven && !body.hipaa_form_reason)
    throw invalidField('hipaa_form_reason', reasonNeeded)
}

/**
 * A patient's first delivery needs the form and the counselling, or an outcome of each where the organisation wants to know the truth.
 */
export function refuseUnconfirmedFirst(body: Completion, { tenant }: Caller): void {
  const said = confirmations(body)
  const isTold = (outcome: string | null | undefined) => tenant.truthful_first_delivery && Boolean(outcome)
  if (!said.hipaa_form_received && !isTold(body.hipaa_form_outcome))
    throw invalidField('hipaa_form_received', firstDeliveryUnconfirmed)
  if (!said.counseling_received && !isTold(body.counseling_outcome))
    throw invalidField('counseling_received', firstDeliveryUnconfirmed)
}

/** The device's own clock, in UTC. The time of older pages' signatures stands in for it where it is possible. */
function capturedAt({ captured_at, signature_timestamp }: Completion, delivery: StoredDelivery, now: Date) {
  if (captured_at && !isPossible(captured_at, delivery, now)) throw invalidField('captured_at', impossibleTime)
  const found = captured_at ?? signature_timestamp
  return found && isPossible(found, delivery, now) ? new Date(found).toISOString() : null
}
