import * as z from 'zod/mini'
import { listCallBacks, readProof, recordCallBack } from '#shared/api/proofs.ts'
import type { Delivery } from '#shared/model/delivery.ts'
import { optionalNotes } from '#shared/model/fields.ts'
import { callBackOutcomes } from '#shared/model/proof.ts'
import { invalidate, useApiMutation } from '../../../lib/api/queries.ts'
import { formatDateTime } from '../../../lib/browser/format.ts'
import { toast } from '../../../lib/browser/toast.ts'
import { useForm } from '../../../lib/forms/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { RadioChoice } from '../../../ui/choice.tsx'
import { Form, TextAreaField } from '../../../ui/form.tsx'
import { PhoneLink } from '../../../ui/phone-link.tsx'
import { rereadAttentionList } from '../attention/use-attention-list.ts'
import { updateCachedDelivery } from '../delivery-cache.ts'

const labels: Record<(typeof callBackOutcomes)[number], string> = {
  reached: 'Reached',
  declined: 'Declined',
  no_answer: 'No answer',
}
const options = callBackOutcomes.map((value) => ({ value, label: labels[value] }))

const schema = z.object({ outcome: z.enum(['', ...callBackOutcomes]), note: optionalNotes() }).check(
  z.superRefine(({ outcome }, { addIssue }) => {
    if (outcome === '') addIssue({ code: 'custom', path: ['outcome'], message: 'Choose an outcome' })
  }),
)

/** Shows the deadline of a counselling call that the patient has asked for, and a form that records the outcome of a call. */
export function CallBackCard({ delivery }: { delivery: Delivery }) {
  const { id, version, phone, call_back_due_at } = delivery
  const { mutateAsync } = useApiMutation(recordCallBack)
  const form = useForm(schema, {
    initial: { outcome: '', note: '' },
    onSubmit: async ({ outcome, note }) => {
      if (outcome === '') return
      const headers = { 'if-match': String(version) }
      updateCachedDelivery(await mutateAsync({ params: { id }, headers, body: { outcome, note } }))
      void invalidate(readProof, { id })
      void invalidate(listCallBacks)
      rereadAttentionList()
      toast.success('Call saved')
    },
  })
  const { outcome } = form.values
  return (
    <Card title="Call back">
      <p>
        The patient asked for a call about counseling. Call by {formatDateTime(call_back_due_at)}.{' '}
        {phone && <PhoneLink phone={phone} />}
      </p>
      <Form form={form} label="Call back">
        <RadioChoice
          label="Outcome"
          value={outcome}
          options={options}
          error={form.errors.outcome}
          onChange={(value) => form.set('outcome', value)}
        />
        <TextAreaField form={form} name="note" label="Note" optional />
        <div>
          <Button type="submit" busy={form.busy} busyText="Saving...">
            Save call
          </Button>
        </div>
      </Form>
    </Card>
  )
}
