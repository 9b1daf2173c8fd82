import { useState } from 'react'
import type { RunDelivery } from '#shared/model/run.ts'
import { formatPhone } from '#shared/rules/phone-number.ts'
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
import { cityLine, deliveryTimeText, directionsUrl } from '../deliveries/delivery-text.ts'
import { LateBadge } from '../deliveries/marks/late-badge.tsx'
import { FirstDeliveryBadge, NeedsBadges } from '../deliveries/marks/needs-badges.tsx'
import { ReturnDeadlineBadge } from '../deliveries/marks/return-deadline-badge.tsx'
import { RefusedActions } from '../deliveries/unsent/refused-actions.tsx'
import { UnsentMark } from '../deliveries/unsent/unsent.tsx'
import { CouldNotDeliverDialog } from '../door/delivery-overlays.tsx'
import styles from './run.module.css'
import {
  hasSeveralUnits,
  type PackageNameLookup,
  packagesToHandOver,
  patientNamesAt,
  type RunStop,
  stopStreetLine,
} from './run-stops.ts'

interface StopCardProps {
  stop: RunStop
  nameOf: PackageNameLookup
  /** Whether the run is the user's own. Only its driver has the buttons for the two outcomes of the stop. */
  isOwn: boolean
  /** Whether the stop is unfolded below a line that already says its number, name and address. */
  isUnfolded?: boolean
  changed: ReadonlySet<string>
}

/** A large card for a stop, with its address, its notes and, for its driver, the buttons for its two outcomes. */
export function StopCard({ stop, nameOf, isOwn, isUnfolded = false, changed }: StopCardProps) {
  const [first, ...others] = stop.packages
  if (!first) return null
  const isOne = others.length === 0
  return (
    <div className={styles.stop}>
      {!isUnfolded && (
        <>
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
            {stopStreetLine(stop, first)}
            <br />
            {cityLine(first)}
          </p>
        </>
      )}
      <WaysThere first={first} packages={stop.packages} nameOf={nameOf} />
      <StopNotes packages={stop.packages} />
      {isOne && isUnfolded && (
        <Link className="reach small" to={paths.delivery(first.id)} aria-label={`Open delivery: ${nameOf(first)}`}>
          Open delivery
        </Link>
      )}
      {isOne ? (
        <Package delivery={first} isMarked={changed.has(first.id)} isInRow={isUnfolded} />
      ) : (
        <ul className={styles.plain}>
          {stop.packages.map((delivery) => (
            <li key={delivery.id} className={styles.package}>
              <Link className="reach" to={paths.delivery(delivery.id)}>
                {nameOf(delivery)}
              </Link>
              {hasSeveralUnits(stop) && <span className="small"> {delivery.apt_suite_building}</span>}
              <Package delivery={delivery} isMarked={changed.has(delivery.id)} />
            </li>
          ))}
        </ul>
      )}
      {stop.packages.map(({ id }) => (
        <RefusedActions key={id} deliveryId={id} />
      ))}
      {isOwn && <StopEnds stop={stop} name={nameOf(first)} isNext={!isUnfolded} />}
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
  const patients = firstOfEach(called, ({ patient_id }) => patient_id)
  return (
    <div className={styles.ways}>
      <a
        className={styles.way}
        href={directionsUrl(first)}
        target="_blank"
        rel="noreferrer"
        aria-label={`Navigate: ${nameOf(first)}`}
      >
        <MapIcon /> Navigate
      </a>
      {called.map((one) => {
        // Packages of a patient whose number changed, or who was merged, may have different numbers.
        const way = patients.includes(one) ? 'Call' : 'Other number'
        return (
          <PhoneLink
            key={one.id}
            phone={one.phone}
            className={styles.way}
            name={`${way} ${formatPhone(one.phone)}: ${nameOf(one)}`}
          >
            {way}
            {patients.length > 1 && ` ${one.patient_name}`}{' '}
            <span className="tabular small">{formatPhone(one.phone)}</span>
          </PhoneLink>
        )
      })}
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
function StopEnds({ stop, name, isNext }: { stop: RunStop; name: string; isNext: boolean }) {
  const [failing, setFailing] = useState<readonly RunDelivery[]>([])
  const [together] = packagesToHandOver(stop)
  return (
    <>
      {together && (
        <div className={styles.ends}>
          <Button
            variant={isNext ? 'primary' : 'plain'}
            aria-label={`Complete: ${name}`}
            onClick={() => openCompletionDialog(together)}
          >
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

interface PackageProps {
  delivery: RunDelivery
  isMarked: boolean
  /** Whether the row above already says the time and what the package needs. */
  isInRow?: boolean
}

function Package({ delivery, isMarked, isInRow = false }: PackageProps) {
  const clock = useOrganisationDateTime()
  return (
    <div className={classNames(styles.facts, isMarked && 'marked')}>
      <div className={styles.marks}>
        {!isInRow && (
          <>
            <span className="muted small">{deliveryTimeText(delivery)}</span>
            <LateBadge delivery={delivery} clock={clock} />
            <FirstDeliveryBadge of={[delivery]} />
          </>
        )}
        <StatusBadge status={delivery.status} />
        <ReturnDeadlineBadge delivery={delivery} />
        {!isInRow && <UnsentMark delivery={delivery} isStop />}
      </div>
      {!isInRow && <NeedsBadges delivery={delivery} />}
      {delivery.delivery_notes && <p className="small">{delivery.delivery_notes}</p>}
    </div>
  )
}
