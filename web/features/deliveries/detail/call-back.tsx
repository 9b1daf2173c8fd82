import * as z from 'zod/mini'
import { listCallBacks, readProof, recordCallBack } from '#shared/api/proofs.ts'
import type { Delivery } from '#shared/model/delivery.ts'
import { optionalNotes } from '#shared/model/fields.ts'
import { callBackOutcomes } from '#shared/model/proof.ts'
import { invalidate, useApiMutation, useApiQuery } from '../../../lib/api/queries.ts'
import { formatDateTime } from '../../../lib/browser/format.ts'
import { toast } from '../../../lib/browser/toast.ts'
import { useForm } from '../../../lib/forms/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { RadioChoice } from '../../../ui/choice.tsx'
import { Form, TextAreaField } from '../../../ui/form.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { PhoneLink } from '../../../ui/phone-link.tsx'
import { rereadAttentionList } from '../attention/use-attention-list.ts'
import { updateCachedDelivery } from '../delivery-cache.ts'
import { callOutcomeLabels, callsMade } from './calls-made.ts'
import { FactList } from './fact-list.tsx'

const options = callBackOutcomes.map((value) => ({ value, label: callOutcomeLabels[value] }))

const schema = z.object({ outcome: z.enum(['', ...callBackOutcomes]), note: optionalNotes() }).check(
  z.superRefine(({ outcome }, { addIssue }) => {
    if (outcome === '') addIssue({ code: 'custom', path: ['outcome'], message: 'Choose an outcome' })
  }),
)

/** Returns the form that records the outcome of a call about counselling. */
function useCallOutcome({ id, version }: Pick<Delivery, 'id' | 'version'>, onDone: () => void = () => undefined) {
  const { mutateAsync } = useApiMutation(recordCallBack)
  return useForm(schema, {
    initial: { outcome: '', note: '' },
    onSubmit: async ({ outcome, note }) => {
      if (outcome === '') return
      const headers = { 'if-match': String(version) }
      updateCachedDelivery(await mutateAsync({ params: { id }, headers, body: { outcome, note } }))
      void invalidate(readProof, { id })
      void invalidate(listCallBacks)
      rereadAttentionList()
      toast.success('Call saved')
      onDone()
    },
  })
}

type CallOutcomeForm = ReturnType<typeof useCallOutcome>

const OutcomeFields = ({ form }: { form: CallOutcomeForm }) => (
  <>
    <RadioChoice
      label="Outcome"
      value={form.values.outcome}
      options={options}
      error={form.errors.outcome}
      onChange={(value) => form.set('outcome', value)}
    />
    <TextAreaField form={form} name="note" label="Note" optional />
  </>
)

interface OutcomeDialogProps {
  row: Pick<Delivery, 'id' | 'version'>
  name: string
  onClose: () => void
}

/** The dialog on the attention list that records the outcome of a call. */
export function CallOutcomeDialog({ row, name, onClose }: OutcomeDialogProps) {
  const form = useCallOutcome(row, onClose)
  return (
    <FormDialog title={`Record call: ${name}`} form={form} submit="Save call" busyText="Saving..." onClose={onClose}>
      <OutcomeFields form={form} />
    </FormDialog>
  )
}

/**
 * Shows the deadline of a counselling call that the patient has asked for, the calls that no one answered, and a form that records the
 * outcome of a call.
 */
export function CallBackCard({ delivery }: { delivery: Delivery }) {
  const { id, phone, call_back_due_at } = delivery
  const { data: proof } = useApiQuery(readProof, { params: { id }, within: id })
  const calls = proof ? callsMade(proof) : []
  const form = useCallOutcome(delivery)
  return (
    <Card title="Call back">
      <p>
        The patient asked for a call about counseling. Call by {formatDateTime(call_back_due_at)}.{' '}
        {phone && <PhoneLink phone={phone} />}
      </p>
      {calls.length > 0 && <FactList facts={calls} />}
      <Form form={form} label="Call back">
        <OutcomeFields form={form} />
        <div>
          <Button type="submit" busy={form.busy} busyText="Saving...">
            Save call
          </Button>
        </div>
      </Form>
    </Card>
  )
}
