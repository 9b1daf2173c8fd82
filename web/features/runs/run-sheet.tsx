import { createPortal } from 'react-dom'
import type { Run, RunDelivery } from '#shared/model/run.ts'
import { formatDollars } from '#shared/rules/money.ts'
import { formatPhone } from '#shared/rules/phone-number.ts'
import { formatDateAndAnyTime } from '../../lib/browser/format.ts'
import { useSignedInSession } from '../../lib/session/session.ts'
import { Table, type TableColumn } from '../../ui/table.tsx'
import { deliveryLabels } from '../deliveries/delivery-labels.ts'
import { cityLine, deliveryTimeText, languageLabel, streetLine } from '../deliveries/delivery-text.ts'
import { needsInWords } from '../deliveries/marks/needs-badges.tsx'
import './run-sheet.css'
import { countedNounText } from './run-stops.ts'

const columns: TableColumn<RunDelivery>[] = [
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
  { key: 'time', head: 'Time', cell: (delivery) => deliveryTimeText(delivery) },
  { key: 'phone', head: 'Phone', cell: ({ phone }) => <span className="phone">{formatPhone(phone)}</span> },
  {
    key: 'needs',
    head: 'Notes and needs',
    cell: (delivery) =>
      [
        delivery.access_notes,
        delivery.recipient_notes && `${deliveryLabels.recipientSays}: ${delivery.recipient_notes}`,
        delivery.delivery_notes,
        languageLabel(delivery.language),
        ...needsInWords({ ...delivery, amount_due: 0 }),
        delivery.status === 'failed' && 'Bring back to the pharmacy',
      ]
        .filter(Boolean)
        .join(' · '),
  },
  { key: 'amount', head: 'Amount', cell: ({ amount_due }) => (amount_due > 0 ? formatDollars(amount_due) : '') },
  { key: 'signature', head: 'Signature', cell: () => <div className="room" /> },
]

const isDone = ({ status, returned_at }: RunDelivery) =>
  status === 'delivered' || (status === 'failed' && returned_at !== null)

/**
 * The printed run, for drivers whose phone may run out of battery. Hidden on the screen. Packages that are done are only counted on
 * it.
 */
export function RunSheet({ run }: { run: Run }) {
  const { tenant } = useSignedInSession()
  const toDo = run.deliveries.filter((one) => !isDone(one))
  const done = run.deliveries.length - toDo.length
  const title = `${run.person.full_name}’s run, ${formatDateAndAnyTime(run.date)}`
  return createPortal(
    <article className="run-sheet" aria-hidden="true">
      <h1>{title}</h1>
      <p>{tenant.name}</p>
      {done > 0 && <p>{`${countedNounText(done, 'package')} already delivered or back at the pharmacy`}</p>}
      <Table label={title} columns={columns} rows={toDo} rowKey={({ id }) => id} />
    </article>,
    document.body,
  )
}
