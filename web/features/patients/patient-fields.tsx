import { languages } from '#shared/model/delivery-form.ts'
import { patientColumnNames } from '#shared/model/exchange-columns.ts'
import { type PatientFields as Fields, noticeWishes, type Patient } from '#shared/model/patient.ts'
import { useConfig } from '../../lib/browser/config.ts'
import type { DraftValues } from '../../lib/forms/form-values.ts'
import type { FormApi } from '../../lib/forms/use-form.ts'
import { useTimeRangeOptions } from '../../lib/session/use-time-range-options.ts'
import { CheckboxField } from '../../ui/choice.tsx'
import { Field, TextAreaField } from '../../ui/form.tsx'
import { SelectField } from '../../ui/select.tsx'
import styles from './patients.module.css'

const wishLabels: Record<(typeof noticeWishes)[number], string> = {
  default: 'Use the organization’s setting',
  email: 'By email',
  sms: 'By text message',
  none: 'None',
}

/** Returns the initial values of the form: those of the patient, or empty ones for a new patient. */
export const initialPatientFields = (patient?: Patient): DraftValues<Fields> => ({
  name: patient?.name ?? '',
  phone: patient?.phone ?? '',
  email: patient?.email ?? '',
  address: patient?.address ?? '',
  apt_suite_building: patient?.apt_suite_building ?? '',
  city: patient?.city ?? '',
  state: patient?.state ?? '',
  zip_code: patient?.zip_code ?? '',
  is_business_address: patient?.is_business_address ?? false,
  access_notes: patient?.access_notes ?? '',
  notices: patient?.notices ?? 'default',
  language: patient?.language ?? 'english',
  time_range: patient?.time_range ?? '',
  require_photo_id: patient?.require_photo_id ?? false,
  known_patient: patient?.known_patient ?? false,
})

/** Returns the choices for delivery updates. Text messages are among them only if they can be sent or are chosen already. */
function useWishes({ values }: FormApi<DraftValues<Fields>>) {
  const { data } = useConfig()
  return noticeWishes.filter((wish) => wish !== 'sms' || data?.sends_texts || values.notices === wish)
}

/** The fields of a patient, in the directory and in the picker. Autofill is off: browsers would fill in their own user's data. */
export function PatientFields({ form }: { form: FormApi<DraftValues<Fields>> }) {
  const wishes = useWishes(form)
  const current = form.values.time_range
  const ranges = useTimeRangeOptions(typeof current === 'string' ? current : '')
  return (
    <>
      <Field form={form} name="name" label={patientColumnNames.name} autoComplete="off" />
      <div className={styles.columns}>
        <Field
          form={form}
          name="phone"
          label={patientColumnNames.phone}
          type="tel"
          inputMode="tel"
          autoComplete="off"
        />
        <Field
          form={form}
          name="email"
          label={patientColumnNames.email}
          type="email"
          inputMode="email"
          autoComplete="off"
          optional
        />
      </div>
      <Field form={form} name="address" label={patientColumnNames.address} autoComplete="off" />
      <Field
        form={form}
        name="apt_suite_building"
        label={patientColumnNames.apt_suite_building}
        autoComplete="off"
        optional
      />
      <div className={styles.columns}>
        <Field form={form} name="city" label={patientColumnNames.city} autoComplete="off" />
        <Field
          form={form}
          name="state"
          label={patientColumnNames.state}
          autoComplete="off"
          maxLength={2}
          className={styles.state}
        />
        <Field form={form} name="zip_code" label={patientColumnNames.zip_code} inputMode="numeric" autoComplete="off" />
      </div>
      <CheckboxField form={form} name="is_business_address" label={patientColumnNames.is_business_address} />
      <TextAreaField
        form={form}
        name="access_notes"
        label={patientColumnNames.access_notes}
        hint="Gate code, doorbell, dog. Shown to the driver."
        rows={2}
        optional
      />
      <div className={styles.columns}>
        <SelectField form={form} name="language" label={patientColumnNames.language} options={languages} />
        <SelectField
          form={form}
          name="time_range"
          label={patientColumnNames.time_range}
          options={[{ value: '', label: 'None' }, ...ranges]}
        />
      </div>
      <CheckboxField form={form} name="require_photo_id" label={patientColumnNames.require_photo_id} />
      <CheckboxField form={form} name="known_patient" label={patientColumnNames.known_patient} />
      <SelectField
        form={form}
        name="notices"
        label="Delivery updates"
        options={wishes.map((value) => ({ value, label: wishLabels[value] }))}
      />
    </>
  )
}
