import { useState } from 'react'
import type { RunDelivery } from '#shared/model/run.ts'
import { paths } from '../../../lib/paths.ts'
import { StatusBadge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { CheckIcon, MapIcon } from '../../../ui/icons.tsx'
import { Link } from '../../../ui/link.tsx'
import { PhoneLink } from '../../../ui/phone-link.tsx'
import { askToComplete } from '../delivery-events.ts'
import { CouldNotDeliver } from '../delivery-overlays.tsx'
import { cityLine, mapsAddress, streetLine, timeOf } from '../delivery-text.ts'
import { Needs } from '../needs.tsx'
import { ReturnMark } from '../return-mark.tsx'
import { SignedNotSent } from '../unsent.tsx'
import styles from './run.module.css'
import { runLabels } from './run-labels.ts'
import { handedOver, type NameOf, namesOf, type Stop } from './run-stops.ts'

interface StopCardProps {
  stop: Stop
  nameOf: NameOf
  /** Whoever looks on from elsewhere completes nothing. */
  isOwn: boolean
}

/** A stop, large: where to go, what to know, and the two ways in which it ends. */
export function StopCard({ stop, nameOf, isOwn }: StopCardProps) {
  const [failing, setFailing] = useState<readonly RunDelivery[]>([])
  const [first, ...others] = stop.packages
  if (!first) return null
  const [together] = handedOver(stop)
  const isOne = others.length === 0
  return (
    <div className={styles.stop}>
      <h3>
        <span className="muted tabular">{stop.number}</span>{' '}
        {isOne ? (
          <Link className="reach" to={paths.delivery(first.id)} aria-label={nameOf(first)}>
            {first.patient_name}
          </Link>
        ) : (
          namesOf(stop)
        )}
      </h3>
      <p>
        {streetLine(first)}
        <br />
        {cityLine(first)}
      </p>
      <div className={styles.ways}>
        <a
          className={styles.way}
          href={mapsAddress(first)}
          target="_blank"
          rel="noreferrer"
          aria-label={`Navigate: ${nameOf(first)}`}
        >
          <MapIcon /> Navigate
        </a>
        {first.phone && (
          <PhoneLink phone={first.phone} className={styles.way} name={`Call ${first.phone}: ${nameOf(first)}`}>
            Call <span className="tabular small">{first.phone}</span>
          </PhoneLink>
        )}
      </div>
      {first.access_notes && <p className={styles.access}>{first.access_notes}</p>}
      {isOne ? (
        <Package delivery={first} />
      ) : (
        <ul className={styles.plain}>
          {stop.packages.map((delivery) => (
            <li key={delivery.id} className={styles.package}>
              <Link className="reach" to={paths.delivery(delivery.id)}>
                {nameOf(delivery)}
              </Link>
              <Package delivery={delivery} />
            </li>
          ))}
        </ul>
      )}
      {isOwn && together && (
        <div className={styles.ends}>
          <Button variant="primary" aria-label={`Complete: ${nameOf(first)}`} onClick={() => askToComplete(together)}>
            <CheckIcon /> Complete
          </Button>
          <Button
            aria-label={`${runLabels.couldNot}: ${nameOf(first)}`}
            onClick={() => setFailing([together, ...together.companions])}
          >
            {runLabels.couldNot}
          </Button>
        </div>
      )}
      {failing.length > 0 && <CouldNotDeliver packages={failing} onClose={() => setFailing([])} />}
    </div>
  )
}

function Package({ delivery }: { delivery: RunDelivery }) {
  return (
    <div className={styles.facts}>
      <div className={styles.marks}>
        <span className="muted small">{timeOf(delivery)}</span>
        <StatusBadge status={delivery.status} />
        <ReturnMark delivery={delivery} />
        <SignedNotSent delivery={delivery} />
      </div>
      <Needs delivery={delivery} />
      {delivery.delivery_notes && <p className="small">{delivery.delivery_notes}</p>}
    </div>
  )
}
