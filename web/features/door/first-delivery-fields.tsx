import type { FormApi } from '../../lib/forms/use-form.ts'
import { Choice } from '../../ui/choice.tsx'
import { type FieldOf, fieldOf } from '../../ui/form.tsx'
import { Notice } from '../../ui/form-alert.tsx'
import { deliveryLabels } from '../deliveries/delivery-labels.ts'
import type { CompletionValues } from '../deliveries/unsent/completion-values.ts'

const answers = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
] as const

function YesNoField({ form, name, label }: FieldOf<CompletionValues, string> & { label: string }) {
  const { value, error, set } = fieldOf(form, name)
  return (
    <Choice
      label={label}
      value={value === 'yes' || value === 'no' ? value : ''}
      options={answers}
      onChange={set}
      error={error}
    />
  )
}

/** What the first delivery to a patient asks for more. */
export function FirstDeliveryFields({ form }: { form: FormApi<CompletionValues> }) {
  return (
    <>
      <Notice>
        <strong>{deliveryLabels.firstTime}</strong>
        <br />
        This is the first delivery to this patient. Both the HIPAA form and counseling are needed.
      </Notice>
      <YesNoField form={form} name="hipaa_form_received" label={deliveryLabels.hipaaReceived} />
      <YesNoField form={form} name="counseling_received" label="Counseling Received" />
    </>
  )
}
