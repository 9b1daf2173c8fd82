import * as z from 'zod/mini'
import { correctDelivery, readProof } from '#shared/api/proofs.ts'
import { correctionForm } from '#shared/model/correction.ts'
import { signerRelationshipLabels } from '#shared/model/door-record.ts'
import { paymentLabels } from '#shared/model/payment.ts'
import type { Proof } from '#shared/model/proof.ts'
import { correctableFieldOptions } from '#shared/rules/corrected-field.ts'
import { invalidate, rememberAnswer, useApiMutation } from '../../lib/api/queries.ts'
import { toast } from '../../lib/browser/toast.ts'
import { type FormApi, useForm } from '../../lib/forms/use-form.ts'
import { Field, TextAreaField } from '../../ui/form.tsx'
import { FormDialog } from '../../ui/form-dialog.tsx'
import { SelectField } from '../../ui/select.tsx'
import { rereadDelivery } from '../deliveries/delivery-cache.ts'

interface CorrectionDraft {
  field: string
  /** The corrected value, as the user typed it. */
  value: string
  reason: string
}

const isNumber = (field: string) => field === 'amount' || field.endsWith('.fill_number')

/** Returns the body of the request. For a numeric field, the value is sent as a number if the typed text is one. */
const correctionOf = ({ field, value, reason }: CorrectionDraft) => ({
  field,
  value: isNumber(field) && value.trim() !== '' && Number.isFinite(Number(value)) ? Number(value) : value,
  reason,
})

const schema = z.object({ field: z.string(), value: z.string(), reason: z.string() }).check(
  z.superRefine((draft, { addIssue }) => {
    for (const { path, message } of correctionForm().safeParse(correctionOf(draft)).error?.issues ?? [])
      addIssue({ code: 'custom', path, message })
  }),
)

interface CorrectDialogProps {
  proof: Proof
  /** The field that is selected at first, or ''. */
  field: string
  onClose: () => void
}

/** The dialog that corrects a value of a completed delivery. The delivery's history keeps the value that was signed for. */
export function CorrectProofDialog({ proof, field, onClose }: CorrectDialogProps) {
  const { mutateAsync } = useApiMutation(correctDelivery)
  const form = useForm(schema, {
    initial: { field, value: '', reason: '' },
    onSubmit: async (draft) => {
      const params = { id: proof.id }
      const headers = { 'if-match': String(proof.version) }
      rememberAnswer(readProof, { params }, await mutateAsync({ params, headers, body: correctionOf(draft) }))
      // Read the proof again, because this response does not contain the correction's seal yet.
      void invalidate(readProof)
      rereadDelivery(proof.id)
      toast.success('Correction saved')
      onClose()
    },
  })
  return (
    <FormDialog title="Correct the record" form={form} submit="Save correction" busyText="Saving..." onClose={onClose}>
      <p className="muted small">The original stays in the record, which will show both values.</p>
      <SelectField
        form={form}
        name="field"
        label="Field"
        placeholder="Choose..."
        options={correctableFieldOptions(proof.rx_information)}
      />
      <RightValue form={form} />
      <TextAreaField form={form} name="reason" label="Reason" />
    </FormDialog>
  )
}

const optionsOf = (labels: Readonly<Record<string, string>>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }))

/** The input for the corrected value, of the kind that the chosen field needs. */
function RightValue({ form }: { form: FormApi<CorrectionDraft> }) {
  const { field } = form.values
  const common = { form, name: 'value', label: 'Correct value' } as const
  if (field === 'payment_method')
    return <SelectField {...common} placeholder="Choose..." options={optionsOf(paymentLabels)} />
  if (field === 'signer_relationship')
    return <SelectField {...common} placeholder="Choose..." options={optionsOf(signerRelationshipLabels)} />
  if (field === 'delivery_notes') return <TextAreaField {...common} />
  return (
    <Field
      {...common}
      type={field.endsWith('.fill_date') ? 'date' : 'text'}
      inputMode={isNumber(field) ? 'decimal' : undefined}
    />
  )
}
