import type { DeliveryRow } from '#shared/model/delivery-row.ts'
import { dayIn } from '#shared/rules/dates.ts'
import { formatDateAndAnyTime, formatTime, nearDayName } from '../../../lib/browser/format.ts'
import { paths } from '../../../lib/navigation/paths.ts'
import { useSignedInSession } from '../../../lib/session/session.ts'
import { classNames } from '../../../ui/class-names.ts'
import { Link } from '../../../ui/link.tsx'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import { cityLine, deliveryTimeText, phoneLine, streetLine } from '../delivery-text.ts'
import { LateBadge } from '../marks/late-badge.tsx'
import { ReturnDeadlineBadge } from '../marks/return-deadline-badge.tsx'
import { UnsentMark } from '../unsent/unsent.tsx'
import styles from './list.module.css'
import { MapsLink } from './maps-link.tsx'

interface CellProps {
  delivery: DeliveryRow
}

export const PatientCell = ({ delivery, name }: CellProps & { name: string }) => (
  <div className={styles.who}>
    <Link className={styles.patient} to={paths.delivery(delivery.id)} aria-label={name} data-main="">
      {delivery.patient_name}
    </Link>
    <div className={classNames('muted small tabular', styles.phone)}>{phoneLine(delivery.phone)}</div>
  </div>
)

export const AddressCell = ({ delivery }: CellProps) => (
  <div className={styles.where}>
    <div>{streetLine(delivery)}</div>
    <div className={styles.city}>
      <span className="muted">{cityLine(delivery)}</span> <MapsLink delivery={delivery} />
    </div>
  </div>
)

export const StatusCell = ({ delivery }: CellProps) => (
  <div className={styles.marks}>
    <StatusBadge status={delivery.status} />
    <ReturnDeadlineBadge delivery={delivery} />
    <UnsentMark delivery={delivery} />
  </div>
)

/** Returns only the time of completion if the delivery was completed on its planned day, otherwise also the date. */
const completionTime = (completedAt: string, day: string, timeZone: string) =>
  dayIn(timeZone, new Date(completedAt)) === day ? formatTime(completedAt) : formatDateAndAnyTime(completedAt)

export function DateCell({ delivery, today }: CellProps & { today: string }) {
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

export const TimeCell = ({ delivery, clock }: CellProps & { clock: string }) => (
  <div className={styles.time}>
    {deliveryTimeText(delivery)}
    <div>
      <LateBadge delivery={delivery} clock={clock} />
    </div>
  </div>
)
