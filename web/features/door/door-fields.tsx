import {
  counselingOutcomes,
  hipaaOutcomes,
  photoIdChecked,
  photoIdKinds,
  signerRelationships,
} from '#shared/model/door-record.ts'
import { paymentLabels } from '#shared/model/payment.ts'
import type { FormApi } from '../../lib/forms/use-form.ts'
import { CheckField, Choice } from '../../ui/choice.tsx'
import { Field, type FieldOf, fieldOf, TextAreaField } from '../../ui/form.tsx'
import { Notice } from '../../ui/form-alert.tsx'
import { ChevronDownIcon } from '../../ui/icons.tsx'
import { SelectField } from '../../ui/select.tsx'
import { deliveryLabels } from '../deliveries/delivery-labels.ts'
import type { CompletionValues } from '../deliveries/unsent/completion-values.ts'
import styles from './completion.module.css'

const optionsOf = <K extends string>(labels: Readonly<Record<K, string>>) =>
  Object.entries<string>(labels).map(([value, label]) => ({ value, label }))

interface PartProps {
  form: FormApi<CompletionValues>
}

/** Who signs: the patient unless something else is said, and folded away until then. */
export function SignerFields({ form, isNeeded }: PartProps & { isNeeded: boolean }) {
  const { signer_name, signature_method } = form.values
  const isRefused = Boolean(form.errors.signer_name || form.errors.signer_relationship)
  return (
    <details className={styles.fold} open={isRefused || undefined}>
      <summary>
        <span>Signed by{signer_name && ` ${signer_name}`}</span>
        <ChevronDownIcon />
      </summary>
      <div className={styles.folded}>
        {/* Whoever cannot draw has the name beside the picture of it. */}
        {signature_method === 'drawn' && (
          <Field form={form} name="signer_name" label="Signed by" optional={!isNeeded} autoComplete="off" />
        )}
        <SelectField
          form={form}
          name="signer_relationship"
          label="Relationship"
          optional={!isNeeded}
          placeholder="Choose..."
          options={optionsOf(signerRelationships)}
        />
      </div>
    </details>
  )
}

/** For a delivery that needs a photo ID. No number of it is asked for, and no picture. */
export const PhotoIdFields = ({ form }: PartProps) => (
  <>
    <CheckField form={form} name="photo_id_checked" label={photoIdChecked} />
    {form.values.photo_id_checked && (
      <SelectField
        form={form}
        name="photo_id_kind"
        label="ID type"
        optional
        placeholder="Choose..."
        options={optionsOf(photoIdKinds)}
      />
    )}
  </>
)

export const PaymentField = ({ form, isNeeded }: PartProps & { isNeeded: boolean }) => (
  <SelectField
    form={form}
    name="payment_method"
    label="Payment method"
    optional={!isNeeded}
    placeholder="Choose..."
    options={optionsOf(paymentLabels)}
  />
)

function OutcomeField<K extends string>({
  form,
  name,
  label,
  labels,
}: FieldOf<CompletionValues, string> & { label: string; labels: Readonly<Record<K, string>> }) {
  const { value, error, set } = fieldOf(form, name)
  return <Choice label={label} value={String(value)} options={optionsOf(labels)} onChange={set} error={error} />
}

/** What became of form and counselling at a first delivery, where the organisation wants to know the truth. */
export function TrueOutcomeFields({ form }: PartProps) {
  const { hipaa_form_outcome } = form.values
  return (
    <>
      <Notice>
        <strong>{deliveryLabels.firstTime}</strong>
      </Notice>
      <OutcomeField form={form} name="hipaa_form_outcome" label="HIPAA form" labels={hipaaOutcomes} />
      {(hipaa_form_outcome === 'refused' || hipaa_form_outcome === 'unable') && (
        <TextAreaField form={form} name="hipaa_form_reason" label="Why" rows={2} />
      )}
      <OutcomeField form={form} name="counseling_outcome" label="Counseling" labels={counselingOutcomes} />
    </>
  )
}
