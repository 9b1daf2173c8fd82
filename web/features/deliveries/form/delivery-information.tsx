import { Card } from '../../../ui/card.tsx'
import { Combobox } from '../../../ui/combobox.tsx'
import { Field, FieldShell, TextAreaField, useField } from '../../../ui/form.tsx'
import { SelectField } from '../../../ui/select.tsx'
import { nobody } from '../use-pharmacists.ts'
import styles from './form.module.css'
import type { FormData } from './use-form-data.ts'

function PharmacistField({ pharmacists }: Pick<FormData, 'pharmacists'>) {
  const { value, error, set } = useField('pharmacist_id')
  return (
    <FieldShell label="Pharmacist" error={error}>
      {({ id, 'aria-describedby': describedBy }) => (
        <Combobox
          id={id}
          label="Pharmacist"
          value={typeof value === 'string' ? value : ''}
          options={[nobody, ...pharmacists]}
          invalid={Boolean(error)}
          describedBy={describedBy}
          onChange={(chosen) => set(chosen || null)}
        />
      )}
    </FieldShell>
  )
}

/** When, in which language, by whom. `earliest` is the first date that may be chosen. */
export function DeliveryInformation({ data, earliest }: { data: FormData; earliest: string }) {
  return (
    <Card title="Delivery Information">
      <div className={styles.columns}>
        <Field name="delivery_date" label="Delivery Date" type="date" min={earliest} required />
        <SelectField name="time_range" label="Time Range" options={data.timeRanges} placeholder="Select a time range" />
        <PharmacistField pharmacists={data.pharmacists} />
        <SelectField name="language" label="Language" options={data.languages} />
      </div>
      <TextAreaField name="delivery_notes" label="Delivery Notes" />
    </Card>
  )
}
