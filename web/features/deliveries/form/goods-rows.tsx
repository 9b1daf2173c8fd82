import type { FormApi } from '../../../lib/use-form.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Field } from '../../../ui/form.tsx'
import { GuardedButton } from '../../../ui/guarded-button.tsx'
import { DeleteIcon, PlusIcon } from '../../../ui/icons.tsx'
import { MoneyField } from '../../../ui/money-field.tsx'
import { type DeliveryFormValues, newRxRow, newSkuRow } from './delivery-form-values.ts'
import styles from './form.module.css'

interface RowsProps {
  form: FormApi<DeliveryFormValues>
}

interface RemoveProps {
  what: string
  whyNot?: string | undefined
  onClick: () => void
}

const RemoveButton = ({ what, whyNot, onClick }: RemoveProps) => (
  <GuardedButton
    variant="quiet"
    whyNot={whyNot}
    className={styles.remove}
    aria-label={`Remove ${what}`}
    onClick={onClick}
  >
    <DeleteIcon /> Remove
  </GuardedButton>
)

export function RxRows({ form }: RowsProps) {
  const rows = form.values.rx_information
  return (
    <Card title="RX Information">
      {rows.map((_, index) => {
        const path = `rx_information.${index}` as const
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id, and nothing of theirs is kept outside the form
          <div key={index} className={styles.row}>
            <Field form={form} name={`${path}.rx_date`} label="RX Date" type="date" optional />
            <Field form={form} name={`${path}.rx_number`} label="RX Number" autoComplete="off" />
            <MoneyField form={form} name={`${path}.copay`} label="Copay ($)" />
            <RemoveButton
              what={`RX ${index + 1}`}
              whyNot={rows.length === 1 ? 'At least one RX row stays' : undefined}
              onClick={() => form.update('rx_information', ({ rx_information }) => rx_information.splice(index, 1))}
            />
          </div>
        )
      })}
      <div>
        <Button onClick={() => form.update('rx_information', (draft) => draft.rx_information.push(newRxRow()))}>
          <PlusIcon /> Add RX
        </Button>
      </div>
    </Card>
  )
}

export function SkuRows({ form }: RowsProps) {
  const rows = form.values.sku_information
  return (
    <Card title="SKU Information">
      {rows.map((_, index) => {
        const path = `sku_information.${index}` as const
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id, and nothing of theirs is kept outside the form
          <div key={index} className={styles.row}>
            <Field form={form} name={`${path}.sku_number`} label="SKU Number" autoComplete="off" />
            <Field
              form={form}
              name={`${path}.quantity`}
              label="Quantity"
              type="number"
              inputMode="numeric"
              step="1"
              min="1"
            />
            <MoneyField form={form} name={`${path}.price`} label="Price ($)" />
            <RemoveButton
              what={`SKU ${index + 1}`}
              onClick={() => form.update('sku_information', ({ sku_information }) => sku_information.splice(index, 1))}
            />
          </div>
        )
      })}
      <div>
        <Button onClick={() => form.update('sku_information', (draft) => draft.sku_information.push(newSkuRow()))}>
          <PlusIcon /> Add SKU
        </Button>
      </div>
    </Card>
  )
}
