import { paths } from '../../lib/navigation/paths.ts'
import { Card } from '../../ui/card.tsx'
import { FailedState } from '../../ui/failed-state.tsx'
import { Link } from '../../ui/link.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './activity.module.css'
import { activityTexts } from './activity-texts.ts'
import { EventLine } from './event-rows.tsx'
import { mergeRepeatedLooks } from './merge-looks.ts'
import { MoreEventsControl } from './more-events-control.tsx'
import { useActivityEvents } from './use-events.ts'

/** The id of the record that was looked at: of a delivery, or of a patient, which stands for all of the patient's records. */
export type ViewedRecordId = { subject_id: string } | { patient_id: string }

const pageSize = 10

/**
 * Lists who has looked at a record and when, the latest first. Only for administrators, because nobody else may read the activity
 * log.
 */
export function RecordViewers({ at }: { at: ViewedRecordId }) {
  const within = 'subject_id' in at ? at.subject_id : at.patient_id
  const events = useActivityEvents({ query: { ...at, kind: 'looks' }, within }, pageSize)
  const { rows, hasNextPage } = events

  function content() {
    if (events.isLooking) return <Skeleton label={activityTexts.loading} lines={3} />
    if (!rows) return <FailedState message={activityTexts.failed} onRetry={() => void events.refetch()} />
    if (rows.length === 0) return hasNextPage ? null : <p className="muted">No one has viewed this yet.</p>
    return (
      <ul aria-label={activityTexts.whoLooked} className={styles.looks}>
        {mergeRepeatedLooks(rows).map((row) => (
          <li key={row.event.id}>
            <EventLine row={row} />
          </li>
        ))}
      </ul>
    )
  }

  return (
    <Card title={activityTexts.whoLooked}>
      {content()}
      {!events.isLooking && <MoreEventsControl events={events} byButton />}
      <p>
        <Link to={'subject_id' in at ? paths.changesOfDelivery(within) : paths.changesOfPatient(within)}>
          View changes
        </Link>
      </p>
    </Card>
  )
}
