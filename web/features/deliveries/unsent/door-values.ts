import * as z from 'zod/mini'
import type { SentBodyOf } from '#shared/api/contract.ts'
import type { completeDelivery } from '#shared/api/deliveries.ts'
import {
  paymentMethodRequiredText,
  photoIdKindLabels,
  photoIdUncheckedText,
  signerName,
  type signerRelationshipLabels,
  signerRequiredText,
} from '#shared/model/door-record.ts'
import { paymentMethods } from '#shared/model/payment.ts'
import type { Settings } from '#shared/model/settings.ts'
import type { DeliveryAtDoor } from '../delivery-events.ts'

/** The organisation's requirements at this door. */
export interface RequiredDoorAnswers {
  signer: boolean
  /** Whether a photo ID must be checked, because the organisation insists on it and at least one package requires it. */
  photoId: boolean
  payment: boolean
  /** Whether a first delivery must record the real outcome of HIPAA form and counselling. Any outcome is then accepted. */
  truth: boolean
}

/**
 * Whether a photo ID is required for the delivery. A package of a run says so in `needs`, a whole delivery in `require_photo_id`. A
 * row of the deliveries list has neither, so the result is false.
 */
export const needsPhotoId = (delivery: DeliveryAtDoor) =>
  'needs' in delivery ? delivery.needs.photo_id : 'require_photo_id' in delivery && delivery.require_photo_id

export const requiredDoorAnswers = (settings: Settings | undefined, asksPhotoId: boolean): RequiredDoorAnswers => ({
  signer: settings?.require_signer ?? false,
  photoId: (settings?.require_photo_id_check ?? false) && asksPhotoId,
  payment: settings?.require_payment_method ?? false,
  truth: settings?.truthful_first_delivery ?? false,
})

export const labelKeys = <K extends string>(labels: Readonly<Record<K, string>>) => Object.keys(labels) as K[]

/** Returns the schema of a choice between these keys; '' means that nothing has been chosen. */
export const choiceSchema = <K extends string>(keys: readonly K[]) => z.enum(['', ...keys])

/** The value of `who` if the signer is none of the patients at the door. */
export const otherPersonValue = 'somebody-else'

/** Returns the form fields about the signer, the photo ID and the payment method, which apply to all packages of a door. */
export const doorAnswersShape = () => ({
  /** Who signed: a patient's key, `otherPersonValue`, or '' if no one has been chosen. */
  who: z.string(),
  signer_name: signerName(),
  photo_id_checked: z.boolean(),
  photo_id_kind: choiceSchema(labelKeys(photoIdKindLabels)),
  payment_method: choiceSchema(paymentMethods),
})

const doorValues = () => z.object(doorAnswersShape())
type DoorValues = z.output<ReturnType<typeof doorValues>>

export const newDoorValues = (isFacility: boolean) => ({
  who: isFacility ? otherPersonValue : '',
  signer_name: '',
  photo_id_checked: false,
  photo_id_kind: '',
  payment_method: 'cash',
})

interface Signed {
  signature_method: 'drawn' | 'typed' | 'mark'
}

/** Returns the fields whose answers are missing, each with the message to show. */
export function doorProblems(
  values: DoorValues & Signed & { amount: number | '' },
  needs: RequiredDoorAnswers,
): [keyof DoorValues, string][] {
  const isWritten = values.signature_method !== 'drawn'
  const isNameless = values.signer_name === ''
  const isLacking: [keyof DoorValues, string, boolean][] = [
    ['who', signerRequiredText, needs.signer && values.who === ''],
    ['signer_name', signerRequiredText, isNameless && (isWritten || (needs.signer && values.who !== ''))],
    ['photo_id_checked', photoIdUncheckedText, needs.photoId && !values.photo_id_checked],
    [
      'payment_method',
      paymentMethodRequiredText,
      needs.payment && Number(values.amount) > 0 && values.payment_method === '',
    ],
  ]
  return isLacking.flatMap(([field, message, lacks]) => (lacks ? [[field, message]] : []))
}

interface Signer extends Pick<DoorValues, 'who' | 'signer_name'>, Signed {
  patients: readonly { patient: string; signer_relationship: '' | keyof typeof signerRelationshipLabels }[]
}

/**
 * Returns the signer's name and relationship to this patient for the request. The relationship is `patient` if the patient signed,
 * and null if no signer or no relationship has been chosen. The name is null if it is empty, or if the signature was drawn and no
 * signer has been chosen.
 */
export function signerFields({ who, signer_name, signature_method, patients }: Signer, patient: string) {
  const isNamed = who !== '' || signature_method !== 'drawn'
  const chosen = patients.find((row) => row.patient === patient)?.signer_relationship
  return {
    signer_name: (isNamed && signer_name) || null,
    signer_relationship: who === '' ? null : who === patient ? ('patient' as const) : chosen || null,
  }
}

/**
 * Returns the photo ID check and the payment method for the request that completes one package. `amount` is this package's share of
 * the collected sum, in dollars. If it is 0, there is no payment method.
 */
export const photoIdAndPaymentFields = (
  values: DoorValues,
  amount: number,
): Partial<SentBodyOf<typeof completeDelivery>> => ({
  photo_id: values.photo_id_checked ? { checked: true, kind: values.photo_id_kind || null } : null,
  payment_method: (amount > 0 && values.payment_method) || null,
})
