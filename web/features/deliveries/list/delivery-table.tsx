import { useNavigate } from 'react-router-dom'
import type { DeliveryRow } from '#shared/model/delivery-row.ts'
import type { RowRefusalState } from '../../../lib/forms/use-row-refusal.ts'
import { paths } from '../../../lib/navigation/paths.ts'
import { useOrganisationDateTime } from '../../../lib/session/clock.ts'
import type { ComboboxOption } from '../../../ui/combobox.tsx'
import { uniqueRowNamer } from '../../../ui/row-names.ts'
import { Table, type TableColumn } from '../../../ui/table.tsx'
import { totalAmountText } from '../delivery-text.ts'
import { AllRowsCheckbox, RowCheckbox } from '../many/row-checkbox.tsx'
import type { RowSelection } from '../many/use-selection.ts'
import { type DeliveryActionRights, DeliveryActions } from './delivery-actions.tsx'
import { AddressCell, DateCell, PatientCell, StatusCell, TimeCell } from './delivery-cells.tsx'
import styles from './list.module.css'
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
