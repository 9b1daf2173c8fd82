import { type ReactNode, use } from 'react'
import type { DeliveryRow } from '#shared/model/delivery-row.ts'
import { dayIn } from '#shared/rules/dates.ts'
import { formatDateAndAnyTime, formatTime, nearDayName } from '../../../lib/browser/format.ts'
import { paths } from '../../../lib/navigation/paths.ts'
import { useSignedInSession } from '../../../lib/session/session.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { classNames } from '../../../ui/class-names.ts'
import { DeleteIcon, EditIcon, ViewIcon } from '../../../ui/desk-icons.tsx'
import { PrintIcon } from '../../../ui/icons.tsx'
import { Link } from '../../../ui/link.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import type { TableColumn } from '../../../ui/table.tsx'
import { Tooltip } from '../../../ui/tooltip.tsx'
import { canComplete } from '../can-complete.ts'
import { openCompletionDialog, openPrintView } from '../delivery-events.ts'
import { deliveryLabels } from '../delivery-labels.ts'
import { cityLine, deliveryTimeText, phoneLine, streetLine, totalAmountText } from '../delivery-text.ts'
import { AllRowsCheckbox, RowCheckbox } from '../many/row-selection.tsx'
import type { RowSelection } from '../many/selection.ts'
import { LateBadge } from '../marks/late-badge.tsx'
import { MistakeBadge } from '../marks/mistake-badge.tsx'
import { ReturnDeadlineBadge } from '../marks/return-deadline-badge.tsx'
import { canDeleteRow, canEditRow, canPrint, canStart } from '../row-actions.ts'
import { StartDeliveryButton } from '../status/start-delivery-button.tsx'
import { statusChangeTexts } from '../status/use-change-status.ts'
import { UnsentBadge } from '../unsent/unsent.tsx'
import styles from './list.module.css'
import { MapsLink } from './maps-link.tsx'
import { PharmacistSelect } from './pharmacist-select.tsx'
import { type DeliveryRowTools, LiveListContext } from './row-tools.ts'

/** The columns of the table of deliveries. */
export const deliveryColumns = (tools: DeliveryRowTools): TableColumn<DeliveryRow>[] => [
  ...(tools.selection ? [tickColumn(tools.selection)] : []),
  {
    key: 'patient',
    head: 'Patient',
    isRowHead: true,
    className: styles.who,
    cell: (row, name) => <PatientCell delivery={row} name={name} />,
  },
  { key: 'address', head: 'Address', className: styles.where, cell: (row) => <AddressCell delivery={row} /> },
  { key: 'status', head: 'Status', cell: (row) => <StatusCell delivery={row} /> },
  { key: 'date', head: 'Date', className: styles.when, cell: (row) => <DateCell delivery={row} /> },
  { key: 'time', head: 'Time', className: styles.when, cell: (row) => <TimeCell delivery={row} /> },
  { key: 'total', head: 'Total Amount', align: 'right', className: styles.amount, cell: totalAmountText },
  {
    key: 'pharmacist',
    head: 'Pharmacist',
    className: styles.pharmacist,
    cell: (row, name) => <PharmacistSelect delivery={row} name={name} tools={tools} isQuiet />,
  },
  {
    key: 'actions',
    head: 'Actions',
    align: 'right',
    cell: (row, name) => <DeliveryActions delivery={row} name={name} tools={tools} />,
  },
]

const tickColumn = (selection: RowSelection): TableColumn<DeliveryRow> => ({
  key: 'tick',
  head: <AllRowsCheckbox selection={selection} />,
  cell: (row, name) => <RowCheckbox selection={selection} row={row} name={name} />,
})

interface CellProps {
  delivery: DeliveryRow
}

const PatientCell = ({ delivery, name }: CellProps & { name: string }) => (
  <>
    <Link className={styles.patient} to={paths.delivery(delivery.id)} aria-label={name} data-main="">
      {delivery.patient_name}
    </Link>
    <div className={classNames('muted small tabular', styles.phone)}>{phoneLine(delivery.phone)}</div>
  </>
)

const AddressCell = ({ delivery }: CellProps) => (
  <>
    <div>{streetLine(delivery)}</div>
    <div className={styles.city}>
      <span className="muted">{cityLine(delivery)}</span> <MapsLink delivery={delivery} />
    </div>
  </>
)

const StatusCell = ({ delivery }: CellProps) => (
  <div className={styles.marks}>
    <StatusBadge status={delivery.status} />
    <MistakeBadge delivery={delivery} />
    <ReturnDeadlineBadge delivery={delivery} />
    <UnsentBadge delivery={delivery} unsent={use(LiveListContext).unsent} />
  </div>
)

/** Returns only the time of completion if the delivery was completed on its planned day, otherwise also the date. */
const completionTime = (completedAt: string, day: string, timeZone: string) =>
  dayIn(timeZone, new Date(completedAt)) === day ? formatTime(completedAt) : formatDateAndAnyTime(completedAt)

function DateCell({ delivery }: CellProps) {
  const { delivery_date, completed_at } = delivery
  const { time_zone } = useSignedInSession().tenant
  return (
    <>
      <div>{formatDateAndAnyTime(delivery_date)}</div>
      <div className="muted">
        {completed_at
          ? `Completed ${completionTime(completed_at, delivery_date, time_zone)}`
          : nearDayName(delivery_date, use(LiveListContext).clock.slice(0, 10))}
      </div>
    </>
  )
}

const TimeCell = ({ delivery }: CellProps) => (
  <>
    <div>{deliveryTimeText(delivery)}</div>
    <LateBadge delivery={delivery} clock={use(LiveListContext).clock} />
  </>
)

interface DeliveryActionsProps {
  delivery: DeliveryRow
  /** The name of the row, for the labels of its controls. */
  name: string
  tools: DeliveryRowTools
}

const look = { variant: 'quiet', size: 'small' } as const

interface SignProps {
  what: string
  name: string
  onClick: () => void
  'data-key'?: string
  children: ReactNode
}

/** An icon button with the tooltip `what`. */
const Sign = ({ what, name, ...button }: SignProps) => (
  <Tooltip text={what}>
    <Button {...look} {...button} name={what} aria-label={`${what}: ${name}`} />
  </Tooltip>
)

/** The actions of a row: the main ones as text buttons, the others as icons. */
function DeliveryActions({ delivery, name, tools }: DeliveryActionsProps) {
  const { isAdmin, mayManage, userId, onDelete, refusals } = tools
  const named = (what: string) => ({ ...look, 'aria-label': `${what}: ${name}` })
  return (
    <div className={styles.actions}>
      {canStart(delivery, userId) && (
        <StartDeliveryButton
          delivery={delivery}
          texts={statusChangeTexts.list}
          refusals={refusals}
          look={named(deliveryLabels.start)}
        >
          Start
        </StartDeliveryButton>
      )}
      {canComplete(delivery) && (
        <Button {...named(deliveryLabels.complete)} onClick={() => openCompletionDialog(delivery)}>
          Complete
        </Button>
      )}
      {/* Keyboard users skip this link, because the patient's name in the row links to the same page. */}
      <Tooltip text="View details">
        <ButtonLink {...named('View details')} to={paths.delivery(delivery.id)} tabIndex={-1}>
          <ViewIcon />
        </ButtonLink>
      </Tooltip>
      {isAdmin && canEditRow(delivery) && (
        <Tooltip text="Edit">
          <ButtonLink {...named('Edit')} to={paths.editDelivery(delivery.id)} data-key="e">
            <EditIcon />
          </ButtonLink>
        </Tooltip>
      )}
      {canPrint(delivery) && (
        <Sign what="Print" name={name} data-key="p" onClick={() => openPrintView(delivery)}>
          <PrintIcon />
        </Sign>
      )}
      {mayManage && canDeleteRow(delivery) && (
        <Sign what="Delete" name={name} onClick={() => onDelete(delivery)}>
          <DeleteIcon />
        </Sign>
      )}
    </div>
  )
}
