import { useNavigate } from 'react-router-dom'
import type { DeliveryRow } from '#shared/model/delivery.ts'
import { dayIn } from '#shared/rules/dates.ts'
import { formatListDate, formatTime, nearDay } from '../../../lib/browser/format.ts'
import type { Refusals } from '../../../lib/forms/use-refusals.ts'
import { paths } from '../../../lib/navigation/paths.ts'
import { useClock } from '../../../lib/session/clock.ts'
import { useSignedIn } from '../../../lib/session/session.ts'
import { classNames } from '../../../ui/class-names.ts'
import type { ComboboxOption } from '../../../ui/combobox.tsx'
import { Link } from '../../../ui/link.tsx'
import { rowNames } from '../../../ui/row-names.ts'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { cityLine, phoneLine, streetLine, timeOf, totalAmount } from '../delivery-text.ts'
import { Tick, TickAll } from '../many/tick.tsx'
import type { Selection } from '../many/use-selection.ts'
import { Late } from '../marks/late.tsx'
import { ReturnMark } from '../marks/return-mark.tsx'
import { UnsentMark } from '../unsent/unsent.tsx'
import { DeliveryActions, type RowRights } from './delivery-actions.tsx'
import styles from './list.module.css'
import { MapsLink } from './maps-link.tsx'
import { listsOpenUpward, PharmacistSelect } from './pharmacist-select.tsx'

export interface DeliveryRowsProps extends RowRights {
  rows: readonly DeliveryRow[]
  pharmacists: readonly ComboboxOption[]
  onDelete: (delivery: DeliveryRow) => void
  refusals: Refusals
  /** Rows that other people have just changed. */
  changed: ReadonlySet<string>
  /** Undefined if no action for several rows is available. */
  selection: Selection | undefined
}

/** On the day of the delivery only the time is shown. */
const completionTime = (completedAt: string, day: string, timeZone: string) =>
  dayIn(timeZone, new Date(completedAt)) === day ? formatTime(completedAt) : formatListDate(completedAt)

const tickColumn = (
  { chosen, tick, tickAll }: Selection,
  { rows, nameOf }: { rows: readonly DeliveryRow[]; nameOf: (row: DeliveryRow) => string },
): Column<DeliveryRow> => ({
  key: 'tick',
  head: <TickAll rows={rows} chosen={chosen} tickAll={tickAll} />,
  cell: (row) => (
    <Tick
      label={`Select ${nameOf(row)}`}
      data-key="x"
      checked={chosen.has(row.id)}
      onTick={(_, isRange) => tick(row, isRange)}
    />
  ),
})

export function DeliveryTable(props: DeliveryRowsProps) {
  const { rows, pharmacists, onDelete, refusals, changed, selection, ...rights } = props
  const navigate = useNavigate()
  const clock = useClock()
  const { time_zone } = useSignedIn().tenant
  const nameOf = rowNames(rows, ({ patient_name }) => patient_name)
  const columns: Column<DeliveryRow>[] = [
    ...(selection ? [tickColumn(selection, { rows, nameOf })] : []),
    {
      key: 'patient',
      head: 'Patient',
      isRowHead: true,
      cell: (row) => (
        <div className={styles.who}>
          <Link className={styles.patient} to={paths.delivery(row.id)} aria-label={nameOf(row)} data-main="">
            {row.patient_name}
          </Link>
          <div className={classNames('muted small tabular', styles.phone)}>{phoneLine(row.phone)}</div>
        </div>
      ),
    },
    {
      key: 'address',
      head: 'Address',
      cell: (row) => (
        <div className={styles.where}>
          <div>{streetLine(row)}</div>
          <div className={styles.city}>
            <span className="muted">{cityLine(row)}</span> <MapsLink delivery={row} />
          </div>
        </div>
      ),
    },
    {
      key: 'status',
      head: 'Status',
      cell: (row) => (
        <div className={styles.marks}>
          <StatusBadge status={row.status} />
          <ReturnMark delivery={row} />
          <UnsentMark delivery={row} />
        </div>
      ),
    },
    {
      key: 'date',
      head: 'Date',
      cell: ({ delivery_date, completed_at }) => (
        <div className={styles.date}>
          {formatListDate(delivery_date)}
          <div className="muted">
            {completed_at
              ? `Completed ${completionTime(completed_at, delivery_date, time_zone)}`
              : nearDay(delivery_date, clock.slice(0, 10))}
          </div>
        </div>
      ),
    },
    {
      key: 'time',
      head: 'Time',
      cell: (row) => (
        <div className={styles.time}>
          {timeOf(row)}
          <div>
            <Late delivery={row} clock={clock} />
          </div>
        </div>
      ),
    },
    {
      key: 'total',
      head: 'Total Amount',
      align: 'right',
      cell: (row) => <span className="tabular">{totalAmount(row)}</span>,
    },
    {
      key: 'pharmacist',
      head: 'Pharmacist',
      cell: (row) => (
        <div className={styles.pharmacist}>
          <PharmacistSelect
            delivery={row}
            name={nameOf(row)}
            pharmacists={pharmacists}
            isAdmin={rights.isAdmin}
            opensUpward={listsOpenUpward(rows)}
            isQuiet
            refusals={refusals}
          />
        </div>
      ),
    },
    {
      key: 'actions',
      head: 'Actions',
      align: 'right',
      cell: (row) => (
        <DeliveryActions delivery={row} name={nameOf(row)} onDelete={onDelete} refusals={refusals} {...rights} />
      ),
    },
  ]
  return (
    <Table
      label="Deliveries"
      className={styles.table}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      onRowClick={({ id }) => void navigate(paths.delivery(id))}
      refusalOf={({ id }) => refusals.of(id)}
      isMarked={({ id }) => changed.has(id)}
    />
  )
}
