import * as z from 'zod/mini'
import type { SentBodyOf } from '#shared/api/contract.ts'
import type { completeDelivery } from '#shared/api/deliveries.ts'
import { dollars, optionalNotes } from '#shared/model/fields.ts'
import type { RecordedPoint } from '#shared/rules/signature-quality.ts'
import type { Draft } from '../../../lib/forms/form-values.ts'
import { type DoorNeeds, doorBody, doorProblems, doorShape, newDoorValues, signerOf } from './door-values.ts'
import { newPatientValues, type PatientAtDoor, patientBody, patientProblems, patientShape } from './patient-values.ts'

/** What a completion has to answer. */
export interface DoorQuestions {
  needs: DoorNeeds
  /** In the order of the values' rows. */
  patients: readonly PatientAtDoor[]
}

/** The questions of the door beside signature and photo. */
export const completionSchema = ({ needs, patients }: DoorQuestions) =>
  z
    .object({
      counseling_required: z.boolean(),
      amount: z.union([z.literal(''), dollars()]),
      delivery_notes: optionalNotes(),
      signature_method: z.enum(['drawn', 'typed', 'mark']),
      ...doorShape(),
      patients: z.array(z.object(patientShape())),
    })
    .check(({ value, issues }) => {
      for (const [field, message] of doorProblems(value, needs))
        issues.push({ code: 'custom', message, path: [field], input: value[field] })
      for (const [row, answers] of value.patients.entries()) {
        const patient = patients.find(({ key }) => key === answers.patient)
        for (const [field, message] of patient ? patientProblems(answers, patient, { needs, who: value.who }) : [])
          issues.push({ code: 'custom', message, path: ['patients', row, field], input: answers[field] })
      }
    })
type CompletionSchema = ReturnType<typeof completionSchema>
export type CompletionValues = Draft<z.input<CompletionSchema>>
export type CheckedCompletion = z.output<CompletionSchema>

/** `isFacility`: somebody of its staff takes the packages of everybody who lives there. */
export const newCompletionValues = (patients: readonly string[] = [], isFacility = false): CompletionValues => ({
  ...newDoorValues(isFacility),
  counseling_required: false,
  amount: '',
  delivery_notes: '',
  signature_method: 'drawn',
  patients: patients.map((patient) => newPatientValues(patient, isFacility)),
})

export interface Signature {
  /** PNG data address. */
  image: string
  /** ISO instant: the same in every retry, so that the server knows a repeat. */
  signedAt: string
  strokes: RecordedPoint[][]
}

/** One package of a completion. */
export interface HandedOver {
  patient: string
  isFirst: boolean
  /** Dollars of the sum that are for this package. */
  amount: number
}

/** The part `data` of the request for one package. Without notes the delivery keeps those that it has. */
export function completionBody(
  checked: CheckedCompletion,
  { image, signedAt, strokes }: Signature,
  { patient, isFirst, amount }: HandedOver,
): SentBodyOf<typeof completeDelivery> {
  const answers = checked.patients.find((row) => row.patient === patient)
  return {
    patient_signature: image,
    // The server keeps it as the device's clock wherever that is possible, and refuses nobody whose clock is wrong.
    signature_timestamp: signedAt,
    signature_method: checked.signature_method,
    ...(checked.signature_method === 'drawn' && { signature_strokes: strokes }),
    counseling_required: checked.counseling_required,
    is_first_delivery: isFirst,
    amount,
    delivery_notes: checked.delivery_notes || null,
    notes: checked.delivery_notes,
    ...doorBody(checked, amount),
    ...signerOf(checked, patient),
    ...(answers && patientBody(answers)),
  }
}
