import { Link, useNavigate } from 'react-router-dom'
import type { DeliveryRow } from '#shared/model/delivery.ts'
import { formatListDate, formatTime, nearDay, todayHere } from '../../../lib/format.ts'
import { paths } from '../../../lib/paths.ts'
import { rowNames } from '../../../lib/row-names.ts'
import type { Refusals } from '../../../lib/use-refusals.ts'
import { StatusBadge } from '../../../ui/badge.tsx'
import { classNames } from '../../../ui/class-names.ts'
import type { ComboboxOption } from '../../../ui/combobox.tsx'
import { type Column, Table } from '../../../ui/table.tsx'
import { cityLine, phoneLine, streetLine, timeOf, totalAmount } from '../delivery-text.ts'
import { DeliveryActions, type RowRights } from './delivery-actions.tsx'
import styles from './list.module.css'
import { MapsLink } from './maps-link.tsx'
import { listsOpenUpward, PharmacistSelect } from './pharmacist-select.tsx'

export interface DeliveryRowsProps extends RowRights {
  rows: readonly DeliveryRow[]
  pharmacists: readonly ComboboxOption[]
  onDelete: (delivery: DeliveryRow) => void
  refusals: Refusals
}

/** On the delivery's own day the time says it all. */
const completionTime = (completedAt: string, day: string) =>
  todayHere(new Date(completedAt)) === day ? formatTime(completedAt) : formatListDate(completedAt)

export function DeliveryTable({ rows, pharmacists, onDelete, refusals, ...rights }: DeliveryRowsProps) {
  const navigate = useNavigate()
  const nameOf = rowNames(rows, ({ patient_name }) => patient_name)
  const columns: Column<DeliveryRow>[] = [
    {
      key: 'patient',
      head: 'Patient',
      isRowHead: true,
      cell: (row) => (
        <div className={styles.who}>
          <Link className={styles.patient} to={paths.delivery(row.id)} aria-label={nameOf(row)}>
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
    { key: 'status', head: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
    {
      key: 'date',
      head: 'Date',
      cell: ({ delivery_date, completed_at }) => (
        <div className={styles.date}>
          {formatListDate(delivery_date)}
          <div className="muted">
            {completed_at
              ? `Completed ${completionTime(completed_at, delivery_date)}`
              : nearDay(delivery_date, todayHere())}
          </div>
        </div>
      ),
    },
    { key: 'time', head: 'Time', cell: (row) => <div className={styles.time}>{timeOf(row)}</div> },
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
    />
  )
}
