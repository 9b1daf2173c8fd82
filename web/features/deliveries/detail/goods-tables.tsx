import type { Delivery } from '#shared/model/delivery.ts'
import { formatDetailDate, formatMoney, notAvailable } from '../../../lib/browser/format.ts'
import { Card } from '../../../ui/card.tsx'
import { Table } from '../../../ui/table.tsx'
import styles from './detail.module.css'

const numbered = <Row,>(rows: readonly Row[]) => rows.map((row, index) => ({ row, key: String(index) }))

interface NumberedRx {
  row: Delivery['rx_information'][number]
}

/** Somebody's own text, of words of any length. */
const Free = ({ children }: { children: string }) => <div className={styles.free}>{children}</div>

export function RxTable({ rows }: { rows: Delivery['rx_information'] }) {
  return (
    <Card title="RX Information">
      {rows.length === 0 ? (
        <p className="muted">No prescriptions</p>
      ) : (
        <Table
          label="Prescriptions"
          className={styles.table}
          rows={numbered(rows)}
          rowKey={({ key }) => key}
          columns={[
            { key: 'date', head: 'RX Date', cell: ({ row }) => formatDetailDate(row.rx_date) },
            { key: 'number', head: 'RX Number', isRowHead: true, cell: ({ row }) => <Free>{row.rx_number}</Free> },
            ...(rows.some(({ fill_date, fill_number }) => fill_date || fill_number !== null)
              ? [
                  { key: 'filled', head: 'Fill Date', cell: ({ row }: NumberedRx) => formatDetailDate(row.fill_date) },
                  { key: 'fill', head: 'Fill', cell: ({ row }: NumberedRx) => row.fill_number ?? notAvailable },
                ]
              : []),
            { key: 'copay', head: 'Copay', align: 'right', cell: ({ row }) => formatMoney(row.copay) },
          ]}
        />
      )}
    </Card>
  )
}

export function SkuTable({ rows }: { rows: Delivery['sku_information'] }) {
  return (
    <Card title="SKU Information">
      {rows.length === 0 ? (
        <p className="muted">No SKU items</p>
      ) : (
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
      )}
    </Card>
  )
}
