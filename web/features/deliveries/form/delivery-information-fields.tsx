import type { Delivery } from '#shared/model/delivery.ts'
import { deliveryColumnNames } from '#shared/model/exchange-columns.ts'
import { isCalendarDate } from '#shared/rules/dates.ts'
import { isDeliveryDay } from '#shared/rules/delivery-days.ts'
import { withCurrentTimeRange } from '#shared/rules/time-ranges.ts'
import type { FormApi } from '../../../lib/forms/use-form.ts'
import { useToday } from '../../../lib/session/clock.ts'
import { useSignedInSession } from '../../../lib/session/session.ts'
import { Card } from '../../../ui/card.tsx'
import { Combobox, type ComboboxOption } from '../../../ui/combobox.tsx'
import { FieldShell } from '../../../ui/field-shell.tsx'
import { bindField, Field, TextAreaField, toInputText } from '../../../ui/form.tsx'
import { SelectField } from '../../../ui/select.tsx'
import { driverOption } from '../delivery-text.ts'
import { unassignedOption, withCurrentDriver } from '../use-driver-options.ts'
import styles from './delivery-form.module.css'
import type { DeliveryFormValues } from './delivery-form-values.ts'
import type { FormChoices } from './use-form-data.ts'

type Form = FormApi<DeliveryFormValues>

interface PharmacistFieldProps extends Pick<FormChoices, 'pharmacists'> {
  form: Form
  /** The delivery's current driver, even if that person no longer delivers. The value is '' if there is none. */
  holder: ComboboxOption
}

function PharmacistField({ form, pharmacists, holder }: PharmacistFieldProps) {
  const { value, error, set } = bindField(form, 'pharmacist_id')
  return (
    <FieldShell label="Pharmacist" error={error} optional>
      {({ id, 'aria-describedby': describedBy }) => (
        <Combobox
          id={id}
          label="Pharmacist"
          value={typeof value === 'string' ? value : ''}
          options={[unassignedOption, ...withCurrentDriver(pharmacists, holder)]}
          invalid={Boolean(error)}
          describedBy={describedBy}
          onChange={(chosen) => set(chosen || null)}
        />
      )}
    </FieldShell>
  )
}

interface DeliveryInformationProps {
  form: Form
  data: FormChoices
  /** The delivery to edit; undefined for a new delivery. */
  delivery: Delivery | undefined
}

/** The fields for date, time range, driver, language and notes. */
export function DeliveryInformationFields({ form, data, delivery }: DeliveryInformationProps) {
  const today = useToday()
  // An overdue delivery may keep its date while other fields are changed.
  const earliest = delivery && delivery.delivery_date < today ? delivery.delivery_date : today
  const { tenant } = useSignedInSession()
  const date = toInputText(form.values.delivery_date)
  const holder = driverOption(delivery?.pharmacist_id ?? '', delivery?.pharmacist_name)
  return (
    <Card title="Delivery Information">
      <div className={styles.columns}>
        <Field
          form={form}
          name="delivery_date"
          label={deliveryColumnNames.delivery_date}
          type="date"
          min={earliest}
          hint={
            isCalendarDate(date) && !isDeliveryDay(date, tenant) ? 'You usually don’t deliver on this day.' : undefined
          }
        />
        <SelectField
          form={form}
          name="time_range"
          label={deliveryColumnNames.time_range}
          options={withCurrentTimeRange(data.timeRanges, delivery?.time_range)}
          placeholder="Select a time range"
        />
        <PharmacistField form={form} pharmacists={data.pharmacists} holder={holder} />
        <SelectField form={form} name="language" label={deliveryColumnNames.language} options={data.languages} />
      </div>
      <TextAreaField form={form} name="delivery_notes" label={deliveryColumnNames.delivery_notes} optional />
    </Card>
  )
}
