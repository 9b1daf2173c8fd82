import { createPortal } from 'react-dom'
import type { Run, RunDelivery } from '#shared/model/run.ts'
import { formatDollars } from '#shared/rules/money.ts'
import { formatListDate } from '../../lib/browser/format.ts'
import { type Column, Table } from '../../ui/table.tsx'
import { cityLine, streetLine } from '../deliveries/delivery-text.ts'
import { needsInWords } from '../deliveries/marks/needs.tsx'
import './run-sheet.css'

const columns: Column<RunDelivery>[] = [
  { key: 'stop', head: 'Stop', cell: ({ stop }) => stop },
  { key: 'name', head: 'Name', isRowHead: true, cell: ({ patient_name }) => patient_name },
  {
    key: 'address',
    head: 'Address',
    cell: (delivery) => (
      <>
        {streetLine(delivery)}
        <br />
        {cityLine(delivery)}
      </>
    ),
  },
  { key: 'phone', head: 'Phone', cell: ({ phone }) => <span className="phone">{phone}</span> },
  {
    key: 'needs',
    head: 'Access and needs',
    cell: (delivery) =>
      [delivery.access_notes, ...needsInWords({ ...delivery, amount_due: 0 })].filter(Boolean).join(' · '),
  },
  { key: 'amount', head: 'Amount', cell: ({ amount_due }) => (amount_due > 0 ? formatDollars(amount_due) : '') },
  { key: 'signature', head: 'Signature', cell: () => <div className="room" /> },
]

/** The run on paper, for who has no battery left: seen by the printer only. */
export function RunSheet({ run }: { run: Run }) {
  const title = `Run of ${run.person.full_name}, ${formatListDate(run.date)}`
  return createPortal(
    <article className="run-sheet" aria-hidden="true">
      <h1>{title}</h1>
      <Table label={title} columns={columns} rows={run.deliveries} rowKey={({ id }) => id} />
    </article>,
    document.body,
  )
}
