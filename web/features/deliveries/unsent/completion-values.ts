import * as z from 'zod/mini'
import type { SentBodyOf } from '#shared/api/contract.ts'
import type { completeDelivery } from '#shared/api/deliveries.ts'
import { firstDeliveryUnconfirmed } from '#shared/model/completion.ts'
import { dollars, optionalNotes } from '#shared/model/fields.ts'
import type { RecordedPoint } from '#shared/rules/signature-quality.ts'
import type { Draft } from '../../../lib/forms/draft.ts'

import { type DoorNeeds, doorBody, doorProblems, doorShape, newDoorValues } from './door-values.ts'

/** '' is a question that is not answered yet. */
const answer = () => z.enum(['', 'yes', 'no'])

const confirmations = ['hipaa_form_received', 'counseling_received'] as const

/** What is asked at the door beside signature and photo. A patient's first delivery needs both answers to be yes. */
export const completionSchema = (isFirst: boolean, needs: DoorNeeds) =>
  z
    .object({
      hipaa_form_received: answer(),
      counseling_received: answer(),
      counseling_required: z.boolean(),
      amount: z.union([z.literal(''), dollars()]),
      delivery_notes: optionalNotes(),
      signature_method: z.enum(['drawn', 'typed', 'mark']),
      ...doorShape(),
    })
    .check(({ value, issues }) => {
      const missing = confirmations.filter((name) => isFirst && !needs.truth && value[name] !== 'yes')
      for (const name of missing)
        issues.push({ code: 'custom', message: firstDeliveryUnconfirmed, path: [name], input: value[name] })
      const isWritten = value.signature_method !== 'drawn'
      for (const [field, message] of doorProblems(value, { ...needs, name: needs.signer || isWritten }))
        issues.push({ code: 'custom', message, path: [field], input: value[field] })
    })
type CompletionSchema = ReturnType<typeof completionSchema>
export type CompletionValues = Draft<z.input<CompletionSchema>>
export type CheckedCompletion = z.output<CompletionSchema>

export const newCompletionValues = (patientName = ''): CompletionValues => ({
  ...newDoorValues(patientName),
  hipaa_form_received: '',
  counseling_received: '',
  counseling_required: false,
  amount: '',
  delivery_notes: '',
  signature_method: 'drawn',
})

export interface Signature {
  /** PNG data address. */
  image: string
  /** ISO instant: the same in every retry, so that the server knows a repeat. */
  signedAt: string
  strokes: RecordedPoint[][]
}

/** The part `data` of the request. An empty amount is 0; without notes the delivery keeps those that it has. */
export const completionBody = (
  checked: CheckedCompletion,
  { image, signedAt, strokes }: Signature,
  isFirst: boolean,
): SentBodyOf<typeof completeDelivery> => ({
  patient_signature: image,
  // The server keeps it as the device's clock wherever that is possible, and refuses nobody whose clock is wrong.
  signature_timestamp: signedAt,
  signature_method: checked.signature_method,
  ...(checked.signature_method === 'drawn' && { signature_strokes: strokes }),
  counseling_required: checked.counseling_required,
  hipaa_form_received: checked.hipaa_form_received === 'yes',
  counseling_received: checked.counseling_received === 'yes',
  is_first_delivery: isFirst,
  amount: checked.amount || 0,
  delivery_notes: checked.delivery_notes || null,
  notes: checked.delivery_notes,
  ...doorBody(checked),
})
