import { type ActivityEvent, type FieldChange, wordsOf } from '#shared/model/activity.ts'
import { formatListDate } from '../../lib/browser/format.ts'
import { paths } from '../../lib/navigation/paths.ts'
import { Button } from '../../ui/button.tsx'
import { Link } from '../../ui/link.tsx'
import { type Column, Table } from '../../ui/table.tsx'
import styles from './activity.module.css'
import type { ActivityFilters } from './activity-filters.ts'

interface EventRowsProps {
  events: readonly ActivityEvent[]
  /** Narrows the list to what is about the same thing. */
  onOnly: (some: Partial<ActivityFilters>) => void
}

/** A row for each event, in plain words; what changed is told when it is opened. */
export const EventRows = ({ events, onOnly }: EventRowsProps) => (
  <ul aria-label="Events" className={styles.events}>
    {events.map((event) => (
      <li key={event.id}>
        <details>
          <summary>
            <EventLine event={event} />
          </summary>
          <EventMore event={event} onOnly={onOnly} />
        </details>
      </li>
    ))}
  </ul>
)

/** `Paula Mills changed the address of a delivery`, of which, and when. */
export function EventLine({ event }: { event: ActivityEvent }) {
  // A sign-in is named after the person who signs in.
  const label = event.subject.label === event.actor.name ? '' : event.subject.label
  return (
    <span className={styles.line}>
      <span className={styles.words}>
        <strong>{event.actor.name}</strong> {wordsOf(event)}
        {label && <span className="muted small"> {label}</span>}
      </span>
      <time dateTime={event.at} className="muted small tabular">
        {formatListDate(event.at)}
      </time>
    </span>
  )
}

function EventMore({ event, onOnly }: { event: ActivityEvent } & Pick<EventRowsProps, 'onOnly'>) {
  const { subject, patient_id, changes = [], query = {}, count } = event
  const facts = [
    ['Email', event.actor.email],
    ['Place', event.place],
    ...Object.entries(query).map(([name, value]) => [name.replaceAll('_', ' '), String(value)] as const),
    ['Shown', count],
    ['Request', event.request_id],
  ] as const
  return (
    <div className={styles.more}>
      {changes.length > 0 && <Changes changes={changes} />}
      <dl className={styles.facts}>
        {facts
          .filter(([, value]) => value !== null && value !== undefined && value !== '')
          .map(([name, value]) => (
            <div key={name}>
              <dt className="muted small">{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      <div className={styles.links}>
        {subject.type === 'delivery' && subject.id && <Link to={paths.delivery(subject.id)}>Open the delivery</Link>}
        {subject.id && (
          <Button size="small" onClick={() => onOnly({ subject: subject.id ?? '' })}>
            Only this {subject.type}
          </Button>
        )}
        {patient_id && subject.type !== 'patient' && (
          <Button size="small" onClick={() => onOnly({ patient: patient_id })}>
            Only this patient
          </Button>
        )}
      </div>
    </div>
  )
}

const shown = (value: FieldChange['to']) => (value === null || value === '' ? '–' : String(value))

const fieldName = ({ field }: FieldChange) =>
  field.replaceAll('_', ' ').replace(/\.(\d+)\./, (_, row) => ` ${Number(row) + 1}: `)

const changeColumns: readonly Column<FieldChange>[] = [
  { key: 'field', head: 'Field', cell: fieldName, isRowHead: true },
  { key: 'before', head: 'Before', cell: ({ from }) => shown(from) },
  { key: 'after', head: 'After', cell: ({ to }) => shown(to) },
]

const Changes = ({ changes }: { changes: readonly FieldChange[] }) => (
  <Table
    label="Changes"
    columns={changeColumns}
    rows={changes}
    rowKey={({ field }) => field}
    className={styles.changes}
  />
)
