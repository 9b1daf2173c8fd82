import type { Delivery } from '#shared/model/delivery.ts'
import { formatDetailDate, formatMoney } from '../../../lib/browser/format.ts'
import { Card, EmptyCard } from '../../../ui/card.tsx'
import { Table } from '../../../ui/table.tsx'
import styles from './detail.module.css'

const numbered = <Row,>(rows: readonly Row[]) => rows.map((row, index) => ({ row, key: String(index) }))

type Rx = Delivery['rx_information'][number]

/**
 * Returns for example `Fill 2, filled 01/05/2025`, or '' if both number and date are unknown. This text is shown below the RX
 * number, because a phone has no room for more columns.
 */
const fillText = ({ fill_date, fill_number }: Rx) =>
  [fill_number !== null && `Fill ${fill_number}`, fill_date && `filled ${formatDetailDate(fill_date)}`]
    .filter(Boolean)
    .join(', ')

/** Text typed by a user, which may contain very long words. */
const Free = ({ children }: { children: string }) => <div className={styles.free}>{children}</div>

export function RxTable({ rows }: { rows: readonly Rx[] }) {
  if (rows.length === 0) return <EmptyCard title="RX Information">No prescriptions</EmptyCard>
  return (
    <Card title="RX Information">
      <Table
        label="Prescriptions"
        className={styles.table}
        rows={numbered(rows)}
        rowKey={({ key }) => key}
        columns={[
          { key: 'date', head: 'RX Date', cell: ({ row }) => formatDetailDate(row.rx_date) },
          {
            key: 'number',
            head: 'RX Number',
            isRowHead: true,
            cell: ({ row }) => (
              <>
                <Free>{row.rx_number}</Free>
                <span className="muted small">{fillText(row)}</span>
              </>
            ),
          },
          { key: 'copay', head: 'Copay', align: 'right', cell: ({ row }) => formatMoney(row.copay) },
        ]}
      />
    </Card>
  )
}

export function SkuTable({ rows }: { rows: Delivery['sku_information'] }) {
  if (rows.length === 0) return <EmptyCard title="SKU Information">No SKU items</EmptyCard>
  return (
    <Card title="SKU Information">
      <Table
        label="SKU items"
        className={styles.table}
        rows={numbered(rows)}
        rowKey={({ key }) => key}
        columns={[
          { key: 'number', head: 'SKU Number', isRowHead: true, cell: ({ row }) => <Free>{row.sku_number}</Free> },
          {
            key: 'price',
            head: 'Price',
            align: 'right',
            cell: ({ row: { quantity, price } }) => `${quantity === 1 ? '' : `${quantity} × `}${formatMoney(price)}`,
          },
        ]}
      />
    </Card>
  )
}
