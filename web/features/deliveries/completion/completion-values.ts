import * as z from 'zod/mini'
import type { SentBodyOf } from '#shared/api/contract.ts'
import type { completeDelivery } from '#shared/api/deliveries.ts'
import { firstDeliveryUnconfirmed } from '#shared/model/delivery.ts'
import { signerName, signerNeeded } from '#shared/model/door-record.ts'
import { dollars, optionalNotes } from '#shared/model/fields.ts'
import type { Draft } from '../../../lib/draft.ts'

/** '' is a question that is not answered yet. */
const answer = () => z.enum(['', 'yes', 'no'])

const confirmations = ['hipaa_form_received', 'counseling_received'] as const

/** What is asked at the door beside signature and photo. A patient's first delivery needs both answers to be yes. */
export const completionSchema = (isFirst: boolean) =>
  z
    .object({
      hipaa_form_received: answer(),
      counseling_received: answer(),
      counseling_required: z.boolean(),
      amount: z.union([z.literal(''), dollars()]),
      delivery_notes: optionalNotes(),
      signature_method: z.enum(['drawn', 'typed', 'mark']),
      signer_name: signerName(),
    })
    .check(({ value, issues }) => {
      const missing = confirmations.filter((name) => isFirst && value[name] !== 'yes')
      for (const name of missing)
        issues.push({ code: 'custom', message: firstDeliveryUnconfirmed, path: [name], input: value[name] })
      if (value.signature_method !== 'drawn' && value.signer_name === '')
        issues.push({ code: 'custom', message: signerNeeded, path: ['signer_name'], input: '' })
    })
type CompletionSchema = ReturnType<typeof completionSchema>
export type CompletionValues = Draft<z.input<CompletionSchema>>
export type CheckedCompletion = z.output<CompletionSchema>

export const newCompletionValues = (): CompletionValues => ({
  hipaa_form_received: '',
  counseling_received: '',
  counseling_required: false,
  amount: '',
  delivery_notes: '',
  signature_method: 'drawn',
  signer_name: '',
})

export interface Signature {
  /** PNG data address. */
  image: string
  /** ISO instant: the same in every retry, so that the server knows a repeat. */
  signedAt: string
}

/** The part `data` of the request. An empty amount is 0; without notes the delivery keeps those that it has. */
export const completionBody = (
  checked: CheckedCompletion,
  { image, signedAt }: Signature,
  isFirst: boolean,
): SentBodyOf<typeof completeDelivery> => ({
  patient_signature: image,
  signature_timestamp: signedAt,
  counseling_required: checked.counseling_required,
  hipaa_form_received: checked.hipaa_form_received === 'yes',
  counseling_received: checked.counseling_received === 'yes',
  is_first_delivery: isFirst,
  amount: checked.amount || 0,
  delivery_notes: checked.delivery_notes || null,
  notes: checked.delivery_notes,
  ...(checked.signature_method !== 'drawn' && {
    signature_method: checked.signature_method,
    signer_name: checked.signer_name,
  }),
})
