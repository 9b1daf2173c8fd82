import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { findPrescription } from '#shared/api/search-and-day.ts'
import { rxColumnNames, skuColumnNames } from '#shared/model/exchange-columns.ts'
import { useApiQuery } from '../../../lib/api/queries.ts'
import { formatShortDate } from '../../../lib/browser/format.ts'
import { useDebounced } from '../../../lib/browser/use-debounced.ts'
import type { FormApi } from '../../../lib/forms/use-form.ts'
import { paths } from '../../../lib/navigation/paths.ts'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { DeleteIcon, PlusIcon } from '../../../ui/desk-icons.tsx'
import { focusFirstControl } from '../../../ui/focus-keeper.ts'
import { Field } from '../../../ui/form.tsx'
import { GuardedButton } from '../../../ui/guarded-button.tsx'
import { Link } from '../../../ui/link.tsx'
import { LiveRegion } from '../../../ui/live-region.tsx'
import { MoneyField } from '../../../ui/money-field.tsx'
import styles from './delivery-form.module.css'
import { type DeliveryFormValues, newRxRow, newSkuRow } from './delivery-form-values.ts'

interface GoodsProps {
  kind: 'RX' | 'SKU'
  count: number
  /** The reason why rows cannot be removed now; undefined if they can. */
  whyNotRemove?: string | undefined
  onAdd: () => void
  onRemove: (index: number) => void
  /** Renders the fields of one row. */
  children: (index: number) => ReactNode
}

/** Rows that can be added and removed, each a named group. A new row receives the focus. */
function Goods({ kind, count, whyNotRemove, onAdd, onRemove, children }: GoodsProps) {
  const rows = useRef<HTMLDivElement>(null)
  const isAdding = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when a row was added
  useLayoutEffect(() => {
    const newest = rows.current?.lastElementChild
    if (isAdding.current && newest) focusFirstControl(newest)
    isAdding.current = false
  }, [count])

  return (
    <Card title={`${kind} Information`}>
      <div ref={rows} className={styles.rows}>
        {Array.from({ length: count }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no id, and the form holds their values
          <fieldset key={index} className={styles.row}>
            <legend>
              {kind} {index + 1}
            </legend>
            {children(index)}
            <GuardedButton
              variant="quiet"
              whyNot={whyNotRemove}
              className={styles.remove}
              aria-label={`Remove ${kind} ${index + 1}`}
              onClick={() => onRemove(index)}
            >
              <DeleteIcon /> Remove
            </GuardedButton>
          </fieldset>
        ))}
      </div>
      <div>
        <Button
          onClick={() => {
            isAdding.current = true
            onAdd()
          }}
        >
          <PlusIcon /> Add {kind}
        </Button>
      </div>
    </Card>
  )
}

interface RowsProps {
  form: FormApi<DeliveryFormValues>
}

interface RxRowsProps extends RowsProps {
  /** The id of the delivery that is being edited; undefined for a new delivery. */
  deliveryId: string | undefined
}

export const RxRows = ({ form, deliveryId }: RxRowsProps) => (
  <Goods
    kind="RX"
    count={form.values.rx_information.length}
    whyNotRemove={form.values.rx_information.length === 1 ? 'A delivery needs at least one RX row' : undefined}
    onAdd={() => form.update('rx_information', (draft) => draft.rx_information.push(newRxRow()))}
    onRemove={(index) => form.update('rx_information', ({ rx_information }) => rx_information.splice(index, 1))}
  >
    {(index) => (
      <>
        <Field
          form={form}
          name={`rx_information.${index}.rx_date`}
          label={rxColumnNames.rx_date}
          type="date"
          optional
        />
        <Field
          form={form}
          name={`rx_information.${index}.rx_number`}
          label={rxColumnNames.rx_number}
          autoComplete="off"
        />
        <MoneyField form={form} name={`rx_information.${index}.copay`} label={rxColumnNames.copay} />
        <FillDetails form={form} index={index} />
        <RxWarning rxNumber={form.values.rx_information[index]?.rx_number ?? ''} deliveryId={deliveryId} />
      </>
    )}
  </Goods>
)

/** The date and number of the fill. They start collapsed unless one of them already has a value. An error in them opens them. */
function FillDetails({ form, index }: RowsProps & { index: number }) {
  const { fill_date, fill_number } = form.values.rx_information[index] ?? newRxRow()
  const [startsOpen] = useState(fill_date !== '' || fill_number !== '')
  const isWrong = ['fill_date', 'fill_number'].some((name) => form.errors[`rx_information.${index}.${name}`])
  return (
    <details className={styles.fill} open={startsOpen || isWrong || undefined}>
      <summary className="small">Fill date and number, which auditors ask for</summary>
      <div>
        <Field
          form={form}
          name={`rx_information.${index}.fill_date`}
          label={rxColumnNames.fill_date}
          type="date"
          optional
        />
        <Field
          form={form}
          name={`rx_information.${index}.fill_number`}
          label={rxColumnNames.fill_number}
          type="number"
          inputMode="numeric"
          step="1"
          min="0"
          max="99"
          optional
        />
      </div>
    </details>
  )
}

export const SkuRows = ({ form }: RowsProps) => (
  <Goods
    kind="SKU"
    count={form.values.sku_information.length}
    onAdd={() => form.update('sku_information', (draft) => draft.sku_information.push(newSkuRow()))}
    onRemove={(index) => form.update('sku_information', ({ sku_information }) => sku_information.splice(index, 1))}
  >
    {(index) => (
      <>
        <Field
          form={form}
          name={`sku_information.${index}.sku_number`}
          label={skuColumnNames.sku_number}
          autoComplete="off"
        />
        <Field
          form={form}
          name={`sku_information.${index}.quantity`}
          label={skuColumnNames.quantity}
          type="number"
          inputMode="numeric"
          step="1"
          min="1"
        />
        <MoneyField form={form} name={`sku_information.${index}.price`} label={skuColumnNames.price} />
      </>
    )}
  </Goods>
)

const typingPauseMs = 500

/**
 * Warns if another recent delivery, open or delivered, contains the prescription. The form can still be saved. `deliveryId` is the
 * delivery being edited.
 */
function RxWarning({ rxNumber, deliveryId }: { rxNumber: string; deliveryId: string | undefined }) {
  const rx_number = useDebounced(rxNumber.trim(), typingPauseMs)
  const { data } = useApiQuery(findPrescription, { query: { rx_number } }, { enabled: rx_number !== '' })
  const other = rx_number === rxNumber.trim() && data?.find(({ id }) => id !== deliveryId)
  return (
    <LiveRegion role="status" className={styles.warning}>
      {other && (
        <>
          {`RX ${rx_number} is already on a delivery for ${formatShortDate(other.delivery_date)} `}
          <Link to={paths.delivery(other.id)} target="_blank">
            Open
          </Link>
        </>
      )}
    </LiveRegion>
  )
}
