import { Choice } from '../../../ui/choice.tsx'
import { FormAlert, useField } from '../../../ui/form.tsx'
import { deliveryLabels } from '../delivery-labels.ts'

const answers = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
] as const

function YesNoField({ name, label }: { name: string; label: string }) {
  const { value, error, set } = useField(name)
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
export function FirstDeliveryFields() {
  return (
    <>
      <FormAlert tone="notice">
        <strong>{deliveryLabels.firstTime}</strong>
        <br />
        This is the first delivery to this patient. Both the HIPAA form and counseling are needed.
      </FormAlert>
      <YesNoField name="hipaa_form_received" label={deliveryLabels.hipaaReceived} />
      <YesNoField name="counseling_received" label="Counseling Received" />
    </>
  )
}
