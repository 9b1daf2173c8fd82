import { listUsers } from '#shared/api/users.ts'
import { actionText, isLookAction } from '#shared/model/activity.ts'
import { useApiQuery } from '../../lib/api/queries.ts'
import { formatDateAndAnyTime } from '../../lib/browser/format.ts'
import { paths } from '../../lib/navigation/paths.ts'
import { Button } from '../../ui/button.tsx'
import { ViewIcon } from '../../ui/desk-icons.tsx'
import { Link } from '../../ui/link.tsx'
import { Table, type TableColumn } from '../../ui/table.tsx'
import styles from './activity.module.css'
import type { ActivityFilters } from './activity-filters.ts'
import {
  type ChangeInWords,
  eventChangesInWords,
  queryFiltersInWords,
  subjectInWords,
  type UserNameLookup,
} from './event-words.ts'
import type { MergedEventRow } from './merge-looks.ts'

interface EventRowProps {
  row: MergedEventRow
  nameOf: UserNameLookup
  /** Changes these filters, so that the list shows only events about one object or one patient. */
  onOnly: (some: Partial<ActivityFilters>) => void
}

/** An event in plain words. Opening it shows the details, such as changed values. */
export const EventRow = ({ row, nameOf, onOnly }: EventRowProps) => (
  <details>
    <summary>
      <EventLine row={row} about={subjectInWords(row.event, nameOf)} />
    </summary>
    <EventMore row={row} nameOf={nameOf} onOnly={onOnly} />
  </details>
)

interface EventLineProps {
  row: MergedEventRow
  /** The object of the event in words, unless the page already shows it. */
  about?: string
}

/**
 * An event in words, such as `Paula Mills changed the address of a delivery`, with its object and time. If someone only looked at
 * data, the icon of an eye comes first.
 */
export function EventLine({ row: { event, times }, about }: EventLineProps) {
  return (
    <span className={styles.line}>
      <span className={styles.words}>
        {isLookAction(event.action) && (
          <span className={styles.eye}>
            <ViewIcon />
          </span>
        )}
        <strong>{event.actor.name}</strong> {actionText(event)}
        {times.length > 1 && ` ${times.length} times`}
        {about && <span className="muted small"> {about}</span>}
      </span>
      <time dateTime={event.at} className="muted small tabular">
        {formatDateAndAnyTime(event.at)}
      </time>
    </span>
  )
}

function EventMore({ row: { event, times }, nameOf, onOnly }: EventRowProps) {
  const { subject, patient_id, count } = event
  const changes = eventChangesInWords(event)
  const facts = [
    ['Times', times.length > 1 && times.map(formatDateAndAnyTime).join(', ')],
    ['Email', event.actor.email],
    ['IP address', event.place],
    ...queryFiltersInWords(event, nameOf),
    ['Rows shown', count?.toString()],
  ] as const
  return (
    <div className={styles.more}>
      {changes.length > 0 && <Changes changes={changes} />}
      <dl className={styles.facts}>
        {facts.map(
          ([name, text]) =>
            text && (
              <div key={name}>
                <dt className="muted small">{name}</dt>
                <dd>{text}</dd>
              </div>
            ),
        )}
      </dl>
      <div className={styles.links}>
        {subject.type === 'delivery' && subject.id && <Link to={paths.delivery(subject.id)}>Open delivery</Link>}
        {subject.id && subject.type !== 'patient' && (
          <Button size="small" onClick={() => onOnly(onlySubject(subject.type, subject.id ?? ''))}>
            Show only this {subjectNames[subject.type] ?? subject.type}
          </Button>
        )}
        {patient_id && (
          <Button size="small" onClick={() => onOnly({ patient: patient_id })}>
            Show only this patient
          </Button>
        )}
      </div>
    </div>
  )
}

/** The names of those subjects that people do not call as the API does. */
const subjectNames: Readonly<Record<string, string>> = { organisation: 'organization', key: 'API key' }

const onlySubject = (type: string, id: string): Partial<ActivityFilters> =>
  type === 'delivery' ? { delivery: id, subject: '' } : { subject: id, delivery: '' }

const changeColumns: readonly TableColumn<ChangeInWords>[] = [
  { key: 'field', head: 'Field', cell: ({ field }) => field, isRowHead: true },
  { key: 'before', head: 'Before', cell: ({ from }) => from },
  { key: 'after', head: 'After', cell: ({ to }) => to },
]

const Changes = ({ changes }: { changes: readonly ChangeInWords[] }) => (
  <Table
    label="Changes"
    columns={changeColumns}
    rows={changes}
    rowKey={({ field }) => field}
    className={styles.changes}
  />
)

/** Returns a function that finds the name of a user of the organisation by the user's id. */
export function useUserNameLookup(): UserNameLookup {
  const { data = [] } = useApiQuery(listUsers, {})
  return (userId) => data.find(({ id }) => id === userId)?.full_name
}
