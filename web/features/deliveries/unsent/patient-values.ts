import * as z from 'zod/mini'
import type { SentBodyOf } from '#shared/api/contract.ts'
import type { completeDelivery } from '#shared/api/deliveries.ts'
import { firstDeliveryUnconfirmedText } from '#shared/model/completion.ts'
import {
  counselingOutcomeLabels,
  hipaaOutcomeLabels,
  reasonRequiredText,
  relationshipRequiredText,
  signerRelationshipLabels,
} from '#shared/model/door-record.ts'
import { optionalNotes } from '#shared/model/fields.ts'
import { choiceSchema, labelKeys, type RequiredDoorAnswers } from './door-values.ts'

/** A patient who gets packages at a door. */
export interface PatientAtDoor {
  /** The patient's id, or the delivery's id if the delivery has no patient. */
  key: string
  name: string
  /** Whether this is the patient's first delivery; `unknown` if there was no signal to find out. */
  delivery: 'first' | 'later' | 'unknown'
  /** Whether at least one of the patient's packages is being handed over now. */
  isHere: boolean
}

/** Returns the schema of the answer to a yes-or-no question; '' means that it has not been answered yet. */
const answer = () => z.enum(['', 'yes', 'no'])

const confirmations = ['hipaa_form_received', 'counseling_received'] as const

/** Returns the form fields of each patient: the questions of a first delivery, and the signer's relationship to the patient. */
export const patientAnswersShape = () => ({
  patient: z.string(),
  hipaa_form_received: answer(),
  counseling_received: answer(),
  hipaa_form_outcome: choiceSchema(labelKeys(hipaaOutcomeLabels)),
  hipaa_form_reason: optionalNotes(),
  counseling_outcome: choiceSchema(labelKeys(counselingOutcomeLabels)),
  signer_relationship: choiceSchema(labelKeys(signerRelationshipLabels)),
})

const patientValues = () => z.object(patientAnswersShape())
type PatientValues = z.output<ReturnType<typeof patientValues>>

export const newPatientAnswers = (patient: string, isFacility: boolean) => ({
  patient,
  hipaa_form_received: '',
  counseling_received: '',
  hipaa_form_outcome: '',
  hipaa_form_reason: '',
  counseling_outcome: '',
  signer_relationship: isFacility ? 'facility_staff' : '',
})

interface Asking {
  needs: RequiredDoorAnswers
  who: string
}

/**
 * Returns the patient's fields whose answers are missing or not accepted, each with the message to show. There are none if no
 * package of the patient is handed over now.
 */
export function patientAnswerProblems(
  values: PatientValues,
  { key, delivery, isHere }: PatientAtDoor,
  { needs, who }: Asking,
): [keyof PatientValues, string][] {
  if (!isHere) return []
  const { hipaa_form_outcome, hipaa_form_reason, counseling_outcome } = values
  const isFirst = delivery === 'first'
  const isExplained = hipaa_form_outcome === '' || hipaa_form_outcome === 'given' || hipaa_form_reason !== ''
  const isOthers = who !== '' && who !== key
  const isMissing: [keyof PatientValues, string, boolean][] = [
    ...confirmations.map((name): [keyof PatientValues, string, boolean] => [
      name,
      firstDeliveryUnconfirmedText,
      isFirst && !needs.truth && values[name] !== 'yes',
    ]),
    ['hipaa_form_outcome', 'Choose an outcome', isFirst && needs.truth && hipaa_form_outcome === ''],
    ['hipaa_form_reason', reasonRequiredText, isFirst && needs.truth && !isExplained],
    ['counseling_outcome', 'Choose an outcome', isFirst && needs.truth && counseling_outcome === ''],
    ['signer_relationship', relationshipRequiredText, needs.signer && isOthers && values.signer_relationship === ''],
  ]
  return isMissing.flatMap(([field, message, lacks]) => (lacks ? [[field, message]] : []))
}

/** Returns the answers about one patient for the request that completes one of the patient's packages. */
export const patientAnswerFields = (values: PatientValues): Partial<SentBodyOf<typeof completeDelivery>> => ({
  hipaa_form_received: values.hipaa_form_received === 'yes',
  counseling_received: values.counseling_received === 'yes',
  ...(values.hipaa_form_outcome && {
    hipaa_form_outcome: values.hipaa_form_outcome,
    // If the user typed a reason and then changed the outcome to `given`, the reason no longer applies.
    hipaa_form_reason: (values.hipaa_form_outcome !== 'given' && values.hipaa_form_reason) || null,
  }),
  ...(values.counseling_outcome && { counseling_outcome: values.counseling_outcome }),
})
