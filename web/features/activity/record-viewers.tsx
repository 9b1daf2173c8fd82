import { paths } from '../../lib/navigation/paths.ts'
import { Card } from '../../ui/card.tsx'
import { Link } from '../../ui/link.tsx'
import { QueryList } from '../../ui/query-list.tsx'
import styles from './activity.module.css'
import { activityTexts, MoreEventsControl, useActivityEvents } from './activity-events.tsx'
import { EventLine } from './event-rows.tsx'
import { mergeRepeatedLooks } from './merge-looks.ts'

/** The id of the record that was looked at: of a delivery, or of a patient, which stands for all of the patient's records. */
export type ViewedRecordId = { subject_id: string } | { patient_id: string }

const pageSize = 10

/**
 * Lists who has looked at a record and when, the latest first. Only for administrators, because no one else may read the activity
 * log.
 */
export function RecordViewers({ at }: { at: ViewedRecordId }) {
  const within = 'subject_id' in at ? at.subject_id : at.patient_id
  const events = useActivityEvents({ query: { ...at, kind: 'looks' }, within }, pageSize)
  const { rows, hasNextPage, isLooking } = events

  return (
    <Card title={activityTexts.whoLooked}>
      <QueryList
        query={{ ...events, isPending: isLooking }}
        rows={rows && mergeRepeatedLooks(rows)}
        label={activityTexts.whoLooked}
        texts={activityTexts}
        loadingLines={3}
        empty={!hasNextPage && <p className="muted">No one has viewed this yet.</p>}
        card={(row) => <EventLine row={row} />}
        cardsClassName={styles.looks}
        more={!isLooking && <MoreEventsControl events={events} byButton />}
      />
      <p>
        <Link to={'subject_id' in at ? paths.changesOfDelivery(within) : paths.changesOfPatient(within)}>
          View changes
        </Link>
      </p>
    </Card>
  )
}
