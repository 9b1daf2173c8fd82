import { listActivity } from '#shared/api/activity.ts'
import { actions } from '#shared/model/activity.ts'
import { useApiPages } from '../../lib/api/paged-queries.ts'
import { Card } from '../../ui/card.tsx'
import { Failed } from '../../ui/failed.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './activity.module.css'
import { activityLabels } from './activity-labels.ts'
import { EventLine } from './event-rows.tsx'

/** A delivery, a user or the like; or a patient, with all that is theirs. */
export type LookedAt = { subject_id: string } | { patient_id: string }

const looks = Object.entries(actions)
  .filter(([, action]) => 'isLook' in action)
  .map(([action]) => action)
  .join(',')

const pageSize = 10

/** Who has looked at something, newest first. For administrators only: nobody else may read the activity. */
export function WhoLooked({ at }: { at: LookedAt }) {
  const list = useApiPages(listActivity, {
    query: { ...at, action: looks, limit: String(pageSize) },
    within: 'subject_id' in at ? at.subject_id : at.patient_id,
  })

  function content() {
    if (list.isPending) return <Skeleton label="Loading activity..." lines={3} />
    if (!list.rows) return <Failed message={activityLabels.failed} onRetry={() => void list.refetch()} />
    if (list.rows.length === 0) return <p className="muted">Nobody has looked yet.</p>
    return (
      <ul aria-label={activityLabels.whoLooked} className={styles.looks}>
        {list.rows.map((event) => (
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
      <LoadMore pages={list} failure={activityLabels.failed} byButton />
    </Card>
  )
}
