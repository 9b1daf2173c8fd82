import * as z from 'zod/mini'
import { requiredText } from '#shared/model/fields.ts'
import { useForm } from '../../../lib/forms/use-form.ts'
import { TextAreaField } from '../../../ui/form.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { deliveryLabels } from '../delivery-labels.ts'

const cancellation = z.object({ reason: requiredText(deliveryLabels.reasonNeeded, 500) })

interface CancelDialogProps {
  patientName: string
  onCancelled: (reason: string) => void
  onClose: () => void
}

/** Asks for the reason of a cancellation, which cannot be undone. */
export function CancelDialog({ patientName, onCancelled, onClose }: CancelDialogProps) {
  const form = useForm(cancellation, {
    initial: { reason: '' },
    onSubmit: async ({ reason }) => {
      onClose()
      onCancelled(reason)
    },
  })
  return (
    <FormDialog
      title={`Cancel the delivery for ${patientName}?`}
      form={form}
      submit="Cancel delivery"
      busyText="Cancelling..."
      leave="Keep delivery"
      onClose={onClose}
    >
      <p>A cancelled delivery can’t be reopened.</p>
      <TextAreaField form={form} name="reason" label="Reason" />
    </FormDialog>
  )
}
