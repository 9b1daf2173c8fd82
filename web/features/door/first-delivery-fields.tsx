import { counselingOutcomeLabels, hipaaOutcomeLabels } from '#shared/model/door-record.ts'
import type { FormApi } from '../../lib/forms/use-form.ts'
import { RadioChoice } from '../../ui/choice.tsx'
import { bindField, type FieldReference, TextAreaField } from '../../ui/form.tsx'
import { StaticNotice } from '../../ui/form-alert.tsx'
import { deliveryLabels } from '../deliveries/delivery-labels.ts'
import type { CompletionValues } from '../deliveries/unsent/completion-values.ts'
import type { PatientAtDoor } from '../deliveries/unsent/patient-values.ts'
import styles from './completion.module.css'
import { labelOptions } from './door-fields.tsx'

const answers = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
] as const

interface AnswerProps extends FieldReference<CompletionValues, string> {
  label: string
  options: readonly { value: string; label: string }[]
}

function AnswerField({ form, name, label, options }: AnswerProps) {
  const { value, error, set } = bindField(form, name)
  return (
    <RadioChoice
      label={label}
      value={String(value)}
      options={options}
      onChange={set}
      error={error}
      isBeside={options === answers}
    />
  )
}

interface FirstDeliveryProps {
  form: FormApi<CompletionValues>
  patient: PatientAtDoor
  /** Whether the questions name the patient, because there are several patients at this door. */
  isNamed: boolean
  /** True if the organisation accepts any outcome and only requires that the outcome is recorded. */
  isTruth: boolean
}

/**
 * The questions about a patient's first delivery. They are also asked if it is not known whether this delivery is the first. They
 * are not asked for a later delivery, or if none of the patient's packages is handed over now.
 */
export function FirstDeliveryFields({ form, patient, isNamed, isTruth }: FirstDeliveryProps) {
  const row = form.values.patients.findIndex((values) => values.patient === patient.key)
  if (row < 0 || !patient.isHere || patient.delivery === 'later') return null
  const place = `patients.${row}` as const
  const whose = isNamed ? `${patient.name}: ` : ''
  const outcome = form.values.patients[row]?.hipaa_form_outcome
  return (
    <>
      <StaticNotice>
        <strong>{isNamed ? `${deliveryLabels.firstTime}: ${patient.name}` : deliveryLabels.firstTime}</strong>
        <br />
        {patient.delivery === 'unknown'
          ? 'You’re offline, so we can’t tell whether this is the patient’s first delivery. If it is, answer both.'
          : isTruth
            ? 'This is the first delivery to this patient.'
            : 'Both the HIPAA form and counseling are required.'}
      </StaticNotice>
      {isTruth ? (
        <>
          <AnswerField
            form={form}
            name={`${place}.hipaa_form_outcome`}
            label={`${whose}HIPAA form`}
            options={labelOptions(hipaaOutcomeLabels)}
          />
          {(outcome === 'refused' || outcome === 'unable') && (
            <TextAreaField form={form} name={`${place}.hipaa_form_reason`} label={`${whose}Reason`} rows={2} />
          )}
          <AnswerField
            form={form}
            name={`${place}.counseling_outcome`}
            label={`${whose}Counseling`}
            options={labelOptions(counselingOutcomeLabels)}
          />
        </>
      ) : (
        <div className={styles.questions}>
          <AnswerField
            form={form}
            name={`${place}.hipaa_form_received`}
            label={`${whose}${deliveryLabels.hipaaReceived}`}
            options={answers}
          />
          <AnswerField
            form={form}
            name={`${place}.counseling_received`}
            label={`${whose}Counseling Received`}
            options={answers}
          />
        </div>
      )}
    </>
  )
}
