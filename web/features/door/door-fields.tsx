import { Fragment } from 'react'
import { photoIdCheckedLabel, photoIdKindLabels, signerRelationshipLabels } from '#shared/model/door-record.ts'
import { paymentLabels } from '#shared/model/payment.ts'
import type { FormApi } from '../../lib/forms/use-form.ts'
import { CheckboxField, RadioChoice } from '../../ui/choice.tsx'
import { Field } from '../../ui/form.tsx'
import { SelectField } from '../../ui/select.tsx'
import type { CompletionValues } from '../deliveries/unsent/completion-values.ts'
import { otherPersonValue } from '../deliveries/unsent/door-values.ts'
import type { PatientAtDoor } from '../deliveries/unsent/patient-values.ts'
import { SameForAll } from './same-for-all.tsx'

export const labelOptions = <K extends string>(labels: Readonly<Record<K, string>>) =>
  Object.entries<string>(labels).map(([value, label]) => ({ value, label }))

interface PartProps {
  form: FormApi<CompletionValues>
}

interface SignerProps extends PartProps {
  /** The patients whose packages are handed over. */
  patients: readonly PatientAtDoor[]
  isFacility: boolean
  isNeeded: boolean
}

/**
 * Lets the user choose the signer by one tap, and asks for the signer's relationship to each patient who is not the signer.
 * Initially no one is chosen, except at a facility, where a member of the staff signs for everyone.
 */
export function SignerFields({ form, patients, isFacility, isNeeded }: SignerProps) {
  const { who, signature_method } = form.values
  function choose(chosen: string) {
    const patient = patients.find(({ key }) => key === chosen)
    form.set('who', chosen)
    form.set('signer_name', patient?.name ?? '')
    const relationship = isFacility && !patient ? 'facility_staff' : ''
    for (const row of form.values.patients.keys()) form.set(`patients.${row}.signer_relationship`, relationship)
  }
  const options = [
    ...patients.map(({ key, name }) => ({ value: key, label: name })),
    { value: otherPersonValue, label: 'Someone else' },
  ]
  const others = form.values.patients.flatMap(({ patient }, row) => {
    const of = patients.find(({ key }) => key === patient)
    return of && who !== '' && who !== patient ? [{ ...of, row }] : []
  })
  return (
    <>
      <RadioChoice label="Who signs?" value={who} options={options} onChange={choose} error={form.errors.who} />
      {/* Shown only for a drawn signature, because a typed name and a mark have a name field above. */}
      {who === otherPersonValue && signature_method === 'drawn' && (
        <Field form={form} name="signer_name" label="Signed by" optional={!isNeeded} autoComplete="off" />
      )}
      {others.map(({ key, name, row }, i) => (
        <Fragment key={key}>
          <SelectField
            form={form}
            name={`patients.${row}.signer_relationship`}
            label={patients.length > 1 ? `Relationship to ${name}` : 'Relationship'}
            optional={!isNeeded}
            placeholder="Choose..."
            options={labelOptions(signerRelationshipLabels).filter(({ value }) => value !== 'patient')}
          />
          {i === 0 && (
            <SameForAll
              form={form}
              patients={others.map((other) => other.key)}
              fields={['signer_relationship']}
              label="Same relationship for all"
            />
          )}
        </Fragment>
      ))}
    </>
  )
}

/** The confirmation that a photo ID was checked, and the type of the ID. The ID's number and picture are not recorded. */
export const PhotoIdFields = ({ form }: PartProps) => (
  <>
    <CheckboxField form={form} name="photo_id_checked" label={photoIdCheckedLabel} />
    {form.values.photo_id_checked && (
      <SelectField
        form={form}
        name="photo_id_kind"
        label="ID type"
        optional
        placeholder="Choose..."
        options={labelOptions(photoIdKindLabels)}
      />
    )}
  </>
)

export const PaymentMethodField = ({ form, isNeeded }: PartProps & { isNeeded: boolean }) => (
  <SelectField
    form={form}
    name="payment_method"
    label="Payment method"
    optional={!isNeeded}
    placeholder="Choose..."
    options={labelOptions(paymentLabels)}
  />
)
