import { useState } from 'react'
import type { RunDelivery } from '#shared/model/run.ts'
import { paths } from '../../lib/navigation/paths.ts'
import { useOrganisationDateTime } from '../../lib/session/clock.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { CheckIcon, MapIcon } from '../../ui/icons.tsx'
import { Link } from '../../ui/link.tsx'
import { PhoneLink } from '../../ui/phone-link.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { openCompletionDialog } from '../deliveries/delivery-events.ts'
import { deliveryLabels } from '../deliveries/delivery-labels.ts'
import { cityLine, deliveryTimeText, mapsSearchUrl, streetLine } from '../deliveries/delivery-text.ts'
import { LateBadge } from '../deliveries/marks/late-badge.tsx'
import { NeedsBadges } from '../deliveries/marks/needs-badges.tsx'
import { ReturnDeadlineBadge } from '../deliveries/marks/return-deadline-badge.tsx'
import { RefusedActions } from '../deliveries/unsent/refused-actions.tsx'
import { UnsentMark } from '../deliveries/unsent/unsent.tsx'
import { CouldNotDeliverDialog } from '../door/delivery-overlays.tsx'
import styles from './run.module.css'
import { type PackageNameLookup, packagesToHandOver, patientNamesAt, type RunStop } from './run-stops.ts'

interface StopCardProps {
  stop: RunStop
  nameOf: PackageNameLookup
  /** Whether the run is the user's own. Only its driver has the buttons for the two outcomes of the stop. */
  isOwn: boolean
  changed: ReadonlySet<string>
}

/** A large card for a stop, with its address, its notes and, for its driver, the buttons for its two outcomes. */
export function StopCard({ stop, nameOf, isOwn, changed }: StopCardProps) {
  const [first, ...others] = stop.packages
  if (!first) return null
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
          patientNamesAt(stop)
        )}
      </h3>
      <p>
        {streetLine(first)}
        <br />
        {cityLine(first)}
      </p>
      <WaysThere first={first} packages={stop.packages} nameOf={nameOf} />
      <StopNotes packages={stop.packages} />
      {isOne ? (
        <Package delivery={first} isMarked={changed.has(first.id)} />
      ) : (
        <ul className={styles.plain}>
          {stop.packages.map((delivery) => (
            <li key={delivery.id} className={styles.package}>
              <Link className="reach" to={paths.delivery(delivery.id)}>
                {nameOf(delivery)}
              </Link>
              <Package delivery={delivery} isMarked={changed.has(delivery.id)} />
            </li>
          ))}
        </ul>
      )}
      {stop.packages.map(({ id }) => (
        <RefusedActions key={id} deliveryId={id} />
      ))}
      {isOwn && <StopEnds stop={stop} name={nameOf(first)} />}
    </div>
  )
}

interface WaysThereProps extends Pick<StopCardProps, 'nameOf'> {
  first: RunDelivery
  packages: readonly RunDelivery[]
}

/** The links to the map and the telephone. At a facility, each patient may have a different phone number. */
function WaysThere({ first, packages, nameOf }: WaysThereProps) {
  const called = firstOfEach(packages, ({ phone }) => phone)
  return (
    <div className={styles.ways}>
      <a
        className={styles.way}
        href={mapsSearchUrl(first)}
        target="_blank"
        rel="noreferrer"
        aria-label={`Navigate: ${nameOf(first)}`}
      >
        <MapIcon /> Navigate
      </a>
      {called.map((one) => (
        <PhoneLink key={one.id} phone={one.phone} className={styles.way} name={`Call ${one.phone}: ${nameOf(one)}`}>
          Call{called.length > 1 && ` ${one.patient_name}`} <span className="tabular small">{one.phone}</span>
        </PhoneLink>
      ))}
    </div>
  )
}

/** The pharmacy's and the recipients' notes about the door. Notes with the same text are shown once. */
const StopNotes = ({ packages }: { packages: readonly RunDelivery[] }) => (
  <>
    {firstOfEach(packages, ({ access_notes }) => access_notes).map(({ id, access_notes }) => (
      <p key={id} className={styles.access}>
        {access_notes}
      </p>
    ))}
    {firstOfEach(packages, ({ recipient_notes }) => recipient_notes).map(({ id, recipient_notes }) => (
      <p key={id} className={styles.access}>
        {`${deliveryLabels.recipientSays}: ${recipient_notes}`}
      </p>
    ))}
  </>
)

/** The buttons for the two outcomes of the stop: handed over or not delivered. */
function StopEnds({ stop, name }: { stop: RunStop; name: string }) {
  const [failing, setFailing] = useState<readonly RunDelivery[]>([])
  const [together] = packagesToHandOver(stop)
  return (
    <>
      {together && (
        <div className={styles.ends}>
          <Button variant="primary" aria-label={`Complete: ${name}`} onClick={() => openCompletionDialog(together)}>
            <CheckIcon /> Complete
          </Button>
          <Button
            aria-label={`${deliveryLabels.couldNot}: ${name}`}
            onClick={() => setFailing([together, ...together.companions])}
          >
            {deliveryLabels.couldNot}
          </Button>
        </div>
      )}
      {failing.length > 0 && <CouldNotDeliverDialog packages={failing} onClose={() => setFailing([])} />}
    </>
  )
}

/** Returns the first package for each different text. Packages without a text are left out. */
const firstOfEach = (packages: readonly RunDelivery[], textOf: (delivery: RunDelivery) => string) =>
  packages.filter(
    (delivery, i) => textOf(delivery) !== '' && packages.findIndex((other) => textOf(other) === textOf(delivery)) === i,
  )

function Package({ delivery, isMarked }: { delivery: RunDelivery; isMarked: boolean }) {
  return (
    <div className={classNames(styles.facts, isMarked && 'marked')}>
      <div className={styles.marks}>
        <span className="muted small">{deliveryTimeText(delivery)}</span>
        <LateBadge delivery={delivery} clock={useOrganisationDateTime()} />
        <StatusBadge status={delivery.status} />
        <ReturnDeadlineBadge delivery={delivery} />
        <UnsentMark delivery={delivery} isStop />
      </div>
      <NeedsBadges delivery={delivery} />
      {delivery.delivery_notes && <p className="small">{delivery.delivery_notes}</p>}
    </div>
  )
}
