import { type ActivityEvent, actionText } from '#shared/model/activity.ts'
import { csvRowsText } from '../../lib/browser/csv.ts'
import { formatIsoWithOffset, formatZonedDateTime } from '../../lib/browser/format.ts'
import { eventChangesInWords, queryFiltersInWords, subjectInWords, type UserNameLookup } from './event-words.ts'

/** The columns of an export. The technical ones come last; their ids distinguish records with equal names. */
const columns: readonly (readonly [head: string, cell: (event: ActivityEvent, nameOf: UserNameLookup) => string])[] = [
  ['Time', ({ at }) => formatZonedDateTime(at)],
  ['Person', ({ actor }) => actor.name],
  ['Email', ({ actor }) => actor.email ?? ''],
  ['Description', (event) => actionText(event)],
  ['About', subjectInWords],
  ['Changes', (event) => inLines(eventChangesInWords(event).map(({ field, from, to }) => [field, `${from} → ${to}`]))],
  ['Filters', (event, nameOf) => inLines(queryFiltersInWords(event, nameOf))],
  ['Rows shown', ({ count }) => count?.toString() ?? ''],
  ['IP address', ({ place }) => place ?? ''],
  ['Exact time', ({ at }) => formatIsoWithOffset(at) ?? ''],
  ['Action', ({ action }) => action],
  ['Subject', ({ subject }) => subject.type],
  ['Subject ID', ({ subject }) => subject.id ?? ''],
  ['Patient ID', ({ patient_id }) => patient_id ?? ''],
  ['Request', ({ request_id }) => request_id],
  ['Event ID', ({ id }) => id],
]

const inLines = (entries: readonly (readonly [string, string])[]) =>
  entries.map(([name, text]) => `${name}: ${text}`).join('\n')

/** Returns the line with the column heads of an export. */
export const activityCsvHeader = () => csvRowsText([columns.map(([head]) => head)])

/** Returns the rows of an export, one for each event. */
export const activityCsvLines = (events: readonly ActivityEvent[], nameOf: UserNameLookup) =>
  csvRowsText(events.map((event) => columns.map(([, cell]) => cell(event, nameOf))))
