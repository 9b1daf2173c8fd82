import * as z from 'zod/mini'
import type { SentBodyOf } from '#shared/api/contract.ts'
import type { completeDelivery } from '#shared/api/deliveries.ts'
import {
  counselingOutcomes,
  hipaaOutcomes,
  paymentMethodNeeded,
  photoIdKinds,
  photoIdUnchecked,
  reasonNeeded,
  relationshipNeeded,
  signerName,
  signerNeeded,
  signerRelationships,
} from '#shared/model/door-record.ts'
import { optionalNotes } from '#shared/model/fields.ts'
import { paymentMethods } from '#shared/model/payment.ts'
import type { Settings } from '#shared/model/settings.ts'
import type { AtDoor } from '../delivery-events.ts'

/** What the organisation asks for at this door. */
export interface DoorNeeds {
  signer: boolean
  /** Something that is handed over needs a photo ID, and it has to be checked. */
  photoId: boolean
  payment: boolean
  /** A first delivery says what became of form and counselling, whatever that is. */
  truth: boolean
}

/** A package of a run carries its needs ready; a row of a list knows of none. */
export const needsPhotoId = (delivery: AtDoor) =>
  'needs' in delivery ? delivery.needs.photo_id : 'require_photo_id' in delivery && delivery.require_photo_id

export const doorNeeds = (
  settings: Settings | undefined,
  { asksPhotoId, isFirst }: { asksPhotoId: boolean; isFirst: boolean },
): DoorNeeds => ({
  signer: settings?.require_signer ?? false,
  photoId: (settings?.require_photo_id_check ?? false) && asksPhotoId,
  payment: settings?.require_payment_method ?? false,
  truth: (settings?.truthful_first_delivery ?? false) && isFirst,
})

const keysOf = <K extends string>(labels: Readonly<Record<K, string>>) => Object.keys(labels) as K[]

/** '' is a choice that is not made. */
const choiceOf = <K extends string>(keys: readonly K[]) => z.enum(['', ...keys])

/** What is recorded beside signature, photo and amount. */
export const doorShape = () => ({
  signer_name: signerName(),
  signer_relationship: choiceOf(keysOf(signerRelationships)),
  photo_id_checked: z.boolean(),
  photo_id_kind: choiceOf(keysOf(photoIdKinds)),
  payment_method: choiceOf(paymentMethods),
  hipaa_form_outcome: choiceOf(keysOf(hipaaOutcomes)),
  hipaa_form_reason: optionalNotes(),
  counseling_outcome: choiceOf(keysOf(counselingOutcomes)),
})

const doorValues = () => z.object(doorShape())
type DoorValues = z.output<ReturnType<typeof doorValues>>

export const newDoorValues = (patientName: string) => ({
  signer_name: patientName,
  signer_relationship: 'patient',
  photo_id_checked: false,
  photo_id_kind: '',
  payment_method: '',
  hipaa_form_outcome: '',
  hipaa_form_reason: '',
  counseling_outcome: '',
})

/** The fields that lack what is asked for, with the words for each. `name`: somebody has to be named. */
export function doorProblems(
  values: DoorValues & { amount: number | '' },
  needs: DoorNeeds & { name: boolean },
): [keyof DoorValues, string][] {
  const { hipaa_form_outcome, hipaa_form_reason } = values
  const isExplained = hipaa_form_outcome === '' || hipaa_form_outcome === 'given' || hipaa_form_reason !== ''
  const isLacking: [keyof DoorValues, string, boolean][] = [
    ['signer_name', signerNeeded, needs.name && values.signer_name === ''],
    ['signer_relationship', relationshipNeeded, needs.signer && values.signer_relationship === ''],
    ['photo_id_checked', photoIdUnchecked, needs.photoId && !values.photo_id_checked],
    ['payment_method', paymentMethodNeeded, needs.payment && Number(values.amount) > 0 && values.payment_method === ''],
    ['hipaa_form_outcome', 'Choose an outcome', needs.truth && hipaa_form_outcome === ''],
    ['hipaa_form_reason', reasonNeeded, needs.truth && !isExplained],
    ['counseling_outcome', 'Choose an outcome', needs.truth && values.counseling_outcome === ''],
  ]
  return isLacking.flatMap(([field, message, lacks]) => (lacks ? [[field, message]] : []))
}

/** The part of the request's body that the record makes. */
export const doorBody = (values: DoorValues): Partial<SentBodyOf<typeof completeDelivery>> => ({
  signer_name: values.signer_name || null,
  signer_relationship: values.signer_relationship || null,
  photo_id: values.photo_id_checked ? { checked: true, kind: values.photo_id_kind || null } : null,
  payment_method: values.payment_method || null,
  ...(values.hipaa_form_outcome && {
    hipaa_form_outcome: values.hipaa_form_outcome,
    // A reason that was typed before the outcome was put right is nobody's.
    hipaa_form_reason: (values.hipaa_form_outcome !== 'given' && values.hipaa_form_reason) || null,
  }),
  ...(values.counseling_outcome && { counseling_outcome: values.counseling_outcome }),
})
