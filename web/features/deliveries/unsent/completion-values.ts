import * as z from 'zod/mini'
import type { SentBodyOf } from '#shared/api/contract.ts'
import type { completeDelivery } from '#shared/api/deliveries.ts'
import { dollars, optionalNotes } from '#shared/model/fields.ts'
import type { RecordedPoint } from '#shared/rules/signature-quality.ts'
import type { DraftValues } from '../../../lib/forms/form-values.ts'
import {
  doorAnswersShape,
  doorProblems,
  newDoorValues,
  photoIdAndPaymentFields,
  type RequiredDoorAnswers,
  signerFields,
} from './door-values.ts'
import {
  newPatientAnswers,
  type PatientAtDoor,
  patientAnswerFields,
  patientAnswerProblems,
  patientAnswersShape,
} from './patient-values.ts'

/** The facts that decide which questions a completion has to answer. */
export interface DoorSituation {
  needs: RequiredDoorAnswers
  /** The patients, in the order of the rows in the form's values. */
  patients: readonly PatientAtDoor[]
}

/** Returns the schema of the answers to the questions at the door, without the signature's drawing and the photo. */
export const completionSchema = ({ needs, patients }: DoorSituation) =>
  z
    .object({
      counseling_required: z.boolean(),
      amount: z.union([z.literal(''), dollars()]),
      delivery_notes: optionalNotes(),
      signature_method: z.enum(['drawn', 'typed', 'mark']),
      ...doorAnswersShape(),
      patients: z.array(z.object(patientAnswersShape())),
    })
    .check(({ value, issues }) => {
      for (const [field, message] of doorProblems(value, needs))
        issues.push({ code: 'custom', message, path: [field], input: value[field] })
      for (const [row, answers] of value.patients.entries()) {
        const patient = patients.find(({ key }) => key === answers.patient)
        for (const [field, message] of patient
          ? patientAnswerProblems(answers, patient, { needs, who: value.who })
          : [])
          issues.push({ code: 'custom', message, path: ['patients', row, field], input: answers[field] })
      }
    })
type CompletionSchema = ReturnType<typeof completionSchema>
export type CompletionValues = DraftValues<z.input<CompletionSchema>>
export type CheckedCompletion = z.output<CompletionSchema>

/** Returns the form's initial values. With `isFacility`, they say that the facility's staff sign for all residents. */
export const newCompletionValues = (patients: readonly string[] = [], isFacility = false): CompletionValues => ({
  ...newDoorValues(isFacility),
  counseling_required: false,
  amount: '',
  delivery_notes: '',
  signature_method: 'drawn',
  patients: patients.map((patient) => newPatientAnswers(patient, isFacility)),
})

export interface Signature {
  /** A PNG as a data URL. */
  image: string
  /**
   * When the user first saved the signature, as an ISO instant. All attempts send the same instant, so that the server recognises a
   * repeat.
   */
  signedAt: string
  /** The seconds by which `signedAt` differs from the time of the device’s clock, because that clock was wrong. */
  clockCorrection: number
  strokes: RecordedPoint[][]
}

/** A package that is handed over in a completion. */
export interface HandedOverPackage {
  patient: string
  isFirst: boolean
  /** This package's share of the collected sum, in dollars. */
  amount: number
}

/** Returns the part `data` of the request that completes one package. If no notes were entered, the delivery keeps its notes. */
export function completionBody(
  checked: CheckedCompletion,
  { image, signedAt, clockCorrection, strokes }: Signature,
  { patient, isFirst, amount }: HandedOverPackage,
): SentBodyOf<typeof completeDelivery> {
  const answers = checked.patients.find((row) => row.patient === patient)
  return {
    patient_signature: image,
    // The server stores this as the device's time if it is plausible. A wrong clock of the phone never makes the server refuse a
    // completion. If the clock was known to be wrong, the time is already corrected.
    signature_timestamp: signedAt,
    clock_correction_seconds: clockCorrection || null,
    signature_method: checked.signature_method,
    ...(checked.signature_method === 'drawn' && { signature_strokes: strokes }),
    counseling_required: checked.counseling_required,
    is_first_delivery: isFirst,
    amount,
    delivery_notes: checked.delivery_notes || null,
    notes: checked.delivery_notes,
    ...photoIdAndPaymentFields(checked, amount),
    ...signerFields(checked, patient),
    ...(answers && patientAnswerFields(answers)),
  }
}
