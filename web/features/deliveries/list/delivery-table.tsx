import { useNavigate } from 'react-router-dom'
import type { DeliveryRow } from '#shared/model/delivery-row.ts'
import { dayIn } from '#shared/rules/dates.ts'
import { formatDateAndAnyTime, formatTime, nearDayName } from '../../../lib/browser/format.ts'
import type { RowRefusalState } from '../../../lib/forms/use-row-refusal.ts'
import { paths } from '../../../lib/navigation/paths.ts'
import { useOrganisationDateTime } from '../../../lib/session/clock.ts'
import { useSignedInSession } from '../../../lib/session/session.ts'
import { classNames } from '../../../ui/class-names.ts'
import type { ComboboxOption } from '../../../ui/combobox.tsx'
import { Link } from '../../../ui/link.tsx'
import { uniqueRowNamer } from '../../../ui/row-names.ts'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { Table, type TableColumn } from '../../../ui/table.tsx'
import { cityLine, deliveryTimeText, phoneLine, streetLine, totalAmountText } from '../delivery-text.ts'
import { AllRowsCheckbox, RowCheckbox } from '../many/row-checkbox.tsx'
import type { RowSelection } from '../many/use-selection.ts'
import { LateBadge } from '../marks/late-badge.tsx'
import { ReturnDeadlineBadge } from '../marks/return-deadline-badge.tsx'
import { UnsentMark } from '../unsent/unsent.tsx'
import { type DeliveryActionRights, DeliveryActions } from './delivery-actions.tsx'
import styles from './list.module.css'
import { MapsLink } from './maps-link.tsx'
import { hasUpwardDropdowns, PharmacistSelect } from './pharmacist-select.tsx'

export interface DeliveryRowsProps extends DeliveryActionRights {
  rows: readonly DeliveryRow[]
  pharmacists: readonly ComboboxOption[]
  onDelete: (delivery: DeliveryRow) => void
  refusals: RowRefusalState
  /** The ids of the rows that were found new or changed in the last seconds, for example because another user changed them. */
  changed: ReadonlySet<string>
  /** The selected rows. Undefined if the user may not change several deliveries at once. */
  selection: RowSelection | undefined
}

const tickColumn = (
  { chosen, tick, tickAll }: RowSelection,
  { rows, nameOf }: { rows: readonly DeliveryRow[]; nameOf: (row: DeliveryRow) => string },
): TableColumn<DeliveryRow> => ({
  key: 'tick',
  head: <AllRowsCheckbox rows={rows} chosen={chosen} tickAll={tickAll} />,
  cell: (row) => (
    <RowCheckbox
      label={`Select ${nameOf(row)}`}
      data-key="x"
      checked={chosen.has(row.id)}
      onTick={(_, isRange) => tick(row, isRange)}
    />
  ),
})

function useColumns({
  rows,
  pharmacists,
  onDelete,
  refusals,
  selection,
  ...rights
}: Omit<DeliveryRowsProps, 'changed'>): TableColumn<DeliveryRow>[] {
  const clock = useOrganisationDateTime()
  const nameOf = uniqueRowNamer(rows, ({ patient_name }) => patient_name)
  return [
    ...(selection ? [tickColumn(selection, { rows, nameOf })] : []),
    {
      key: 'patient',
      head: 'Patient',
      isRowHead: true,
      cell: (row) => <PatientCell delivery={row} name={nameOf(row)} />,
    },
    { key: 'address', head: 'Address', cell: (row) => <AddressCell delivery={row} /> },
    { key: 'status', head: 'Status', cell: (row) => <StatusCell delivery={row} /> },
    { key: 'date', head: 'Date', cell: (row) => <DateCell delivery={row} today={clock.slice(0, 10)} /> },
    { key: 'time', head: 'Time', cell: (row) => <TimeCell delivery={row} clock={clock} /> },
    {
      key: 'total',
      head: 'Total Amount',
      align: 'right',
      cell: (row) => <span className="tabular">{totalAmountText(row)}</span>,
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
            opensUpward={hasUpwardDropdowns(rows)}
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
}

export function DeliveryTable({ changed, ...props }: DeliveryRowsProps) {
  const { rows, refusals } = props
  const navigate = useNavigate()
  const columns = useColumns(props)
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

interface CellProps {
  delivery: DeliveryRow
}

const PatientCell = ({ delivery, name }: CellProps & { name: string }) => (
  <div className={styles.who}>
    <Link className={styles.patient} to={paths.delivery(delivery.id)} aria-label={name} data-main="">
      {delivery.patient_name}
    </Link>
    <div className={classNames('muted small tabular', styles.phone)}>{phoneLine(delivery.phone)}</div>
  </div>
)

const AddressCell = ({ delivery }: CellProps) => (
  <div className={styles.where}>
    <div>{streetLine(delivery)}</div>
    <div className={styles.city}>
      <span className="muted">{cityLine(delivery)}</span> <MapsLink delivery={delivery} />
    </div>
  </div>
)

const StatusCell = ({ delivery }: CellProps) => (
  <div className={styles.marks}>
    <StatusBadge status={delivery.status} />
    <ReturnDeadlineBadge delivery={delivery} />
    <UnsentMark delivery={delivery} />
  </div>
)

/** Returns only the time of completion if the delivery was completed on its planned day, otherwise also the date. */
const completionTime = (completedAt: string, day: string, timeZone: string) =>
  dayIn(timeZone, new Date(completedAt)) === day ? formatTime(completedAt) : formatDateAndAnyTime(completedAt)

function DateCell({ delivery, today }: CellProps & { today: string }) {
  const { delivery_date, completed_at } = delivery
  const { time_zone } = useSignedInSession().tenant
  return (
    <div className={styles.date}>
      {formatDateAndAnyTime(delivery_date)}
      <div className="muted">
        {completed_at
          ? `Completed ${completionTime(completed_at, delivery_date, time_zone)}`
          : nearDayName(delivery_date, today)}
      </div>
    </div>
  )
}

const TimeCell = ({ delivery, clock }: CellProps & { clock: string }) => (
  <div className={styles.time}>
    {deliveryTimeText(delivery)}
    <div>
      <LateBadge delivery={delivery} clock={clock} />
    </div>
  </div>
)
