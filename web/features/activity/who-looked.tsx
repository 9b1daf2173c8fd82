import { actions } from '#shared/model/activity.ts'
import { Card } from '../../ui/card.tsx'
import { Failed } from '../../ui/failed.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './activity.module.css'
import { activityLabels } from './activity-labels.ts'
import { EventLine } from './event-rows.tsx'
import { MoreEvents } from './more-events.tsx'
import { useEvents } from './use-events.ts'

/** A delivery, a user or the like; or a patient, with all that is theirs. */
export type LookedAt = { subject_id: string } | { patient_id: string }

const looks = Object.entries(actions)
  .filter(([, action]) => 'isLook' in action)
  .map(([action]) => action)
  .join(',')

const pageSize = 10

/** Who has looked at something, newest first. For administrators only: nobody else may read the activity. */
export function WhoLooked({ at }: { at: LookedAt }) {
  const within = 'subject_id' in at ? at.subject_id : at.patient_id
  const events = useEvents({ query: { ...at, action: looks }, within }, pageSize)
  const { rows, hasNextPage } = events

  function content() {
    if (events.isLooking) return <Skeleton label={activityLabels.loading} lines={3} />
    if (!rows) return <Failed message={activityLabels.failed} onRetry={() => void events.refetch()} />
    if (rows.length === 0) return hasNextPage ? null : <p className="muted">Nobody has looked yet.</p>
    return (
      <ul aria-label={activityLabels.whoLooked} className={styles.looks}>
        {rows.map((event) => (
          <li key={event.id}>
            <EventLine event={{ ...event, subject: { ...event.subject, label: '' } }} />
          </li>
        ))}
      </ul>
    )
  }

  return (
    <Card title={activityLabels.whoLooked}>
      {content()}
      {!events.isLooking && <MoreEvents events={events} byButton />}
    </Card>
  )
}
