import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { RunDelivery } from '#shared/model/run.ts'
import { paths } from '../../../lib/paths.ts'
import { StatusBadge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { CheckIcon, MapIcon } from '../../../ui/icons.tsx'
import { PhoneLink } from '../../../ui/phone-link.tsx'
import { askToComplete } from '../delivery-events.ts'
import { cityLine, mapsAddress, streetLine, timeOf } from '../delivery-text.ts'
import { Needs } from '../needs.tsx'
import { ReturnMark } from '../return-mark.tsx'
import { SignedNotSent } from '../unsent.tsx'
import { CouldNotDeliver } from './could-not-deliver.tsx'
import styles from './run.module.css'
import { runLabels } from './run-labels.ts'
import { handedOver, type Stop } from './run-stops.ts'

interface StopCardProps {
  stop: Stop
  /** Whoever looks on from elsewhere completes nothing. */
  isOwn: boolean
}

/** A stop, large: where to go, what to know, and the two ways in which it ends. */
export function StopCard({ stop, isOwn }: StopCardProps) {
  const [failing, setFailing] = useState<readonly RunDelivery[]>([])
  const [first] = stop.packages
  if (!first) return null
  const [together] = handedOver(stop)
  const names = [...new Set(stop.packages.map(({ patient_name }) => patient_name))]
  return (
    <div className={styles.stop}>
      <h3>
        <span className="muted tabular">{stop.number}</span> {names.join(', ')}
      </h3>
      <p>
        {streetLine(first)}
        <br />
        {cityLine(first)}
      </p>
      <div className={styles.actions}>
        <a className={styles.navigate} href={mapsAddress(first)} target="_blank" rel="noreferrer">
          <MapIcon /> Navigate
        </a>
        {first.phone && (
          <span className={styles.call}>
            Call <PhoneLink phone={first.phone} />
          </span>
        )}
      </div>
      {first.access_notes && <p className={styles.access}>{first.access_notes}</p>}
      <ul className={styles.plain}>
        {stop.packages.map((delivery) => (
          <li key={delivery.id} className={styles.package}>
            <div className={styles.line}>
              <Link className="reach" to={paths.delivery(delivery.id)}>
                {delivery.patient_name}
              </Link>
              <span className={styles.marks}>
                <ReturnMark delivery={delivery} />
                <SignedNotSent delivery={delivery} />
                <StatusBadge status={delivery.status} />
              </span>
            </div>
            <div className="muted small">{timeOf(delivery)}</div>
            <Needs delivery={delivery} />
            {delivery.delivery_notes && <p className="small">{delivery.delivery_notes}</p>}
          </li>
        ))}
      </ul>
      {isOwn && together && (
        <div className={styles.ends}>
          <Button variant="primary" onClick={() => askToComplete(together)}>
            <CheckIcon /> Complete
          </Button>
          <Button onClick={() => setFailing([together, ...together.companions])}>{runLabels.couldNot}</Button>
        </div>
      )}
      {failing.length > 0 && <CouldNotDeliver packages={failing} onClose={() => setFailing([])} />}
    </div>
  )
}
