import type { FormApi } from '../../../lib/use-form.ts'
import { Card } from '../../../ui/card.tsx'
import { Combobox } from '../../../ui/combobox.tsx'
import { Field, FieldShell, fieldOf, TextAreaField } from '../../../ui/form.tsx'
import { SelectField } from '../../../ui/select.tsx'
import { nobody } from '../use-pharmacists.ts'
import type { DeliveryFormValues } from './delivery-form-values.ts'
import styles from './form.module.css'
import type { FormData } from './use-form-data.ts'

type Form = FormApi<DeliveryFormValues>

function PharmacistField({ form, pharmacists }: Pick<FormData, 'pharmacists'> & { form: Form }) {
  const { value, error, set } = fieldOf(form, 'pharmacist_id')
  return (
    <FieldShell label="Pharmacist" error={error} optional>
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
export function DeliveryInformation({ form, data, earliest }: { form: Form; data: FormData; earliest: string }) {
  return (
    <Card title="Delivery Information">
      <div className={styles.columns}>
        <Field form={form} name="delivery_date" label="Delivery Date" type="date" min={earliest} />
        <SelectField
          form={form}
          name="time_range"
          label="Time Range"
          options={data.timeRanges}
          placeholder="Select a time range"
        />
        <PharmacistField form={form} pharmacists={data.pharmacists} />
        <SelectField form={form} name="language" label="Language" options={data.languages} />
      </div>
      <TextAreaField form={form} name="delivery_notes" label="Delivery Notes" optional />
    </Card>
  )
}
