import type { Delivery } from '#shared/model/delivery.ts'
import { formatDetailDate, formatMoney } from '../../../lib/format.ts'
import { Card } from '../../../ui/card.tsx'
import { Table } from '../../../ui/table.tsx'
import styles from './detail.module.css'

const numbered = <Row,>(rows: readonly Row[]) => rows.map((row, index) => ({ row, key: String(index) }))

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
            { key: 'quantity', head: 'Quantity', align: 'right', cell: ({ row }) => row.quantity },
            { key: 'price', head: 'Price', align: 'right', cell: ({ row }) => formatMoney(row.price) },
          ]}
        />
      )}
    </Card>
  )
}
