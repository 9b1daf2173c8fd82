import { type ActivityEvent, wordsOf } from '#shared/model/activity.ts'

const heads = [
  'Time',
  'Person',
  'Email',
  'Action',
  'In words',
  'Subject',
  'Subject ID',
  'About',
  'Patient ID',
  'Changes',
  'Filters',
  'Shown',
  'Place',
  'Request',
  'Event ID',
]

/** The head line of an export. */
export const csvHead = () => lineOf(heads)

/** The lines of events: one for each. */
export const csvLines = (events: readonly ActivityEvent[]) => events.map((event) => lineOf(cellsOf(event))).join('')

const cellsOf = (event: ActivityEvent) => [
  event.at,
  event.actor.name,
  event.actor.email ?? '',
  event.action,
  wordsOf(event),
  event.subject.type,
  event.subject.id ?? '',
  event.subject.label,
  event.patient_id ?? '',
  (event.changes ?? []).map(({ field, from, to }) => `${field}: ${from ?? ''} → ${to ?? ''}`).join('\n'),
  event.query ? JSON.stringify(event.query) : '',
  event.count === undefined ? '' : String(event.count),
  event.place ?? '',
  event.request_id,
  event.id,
]

/** RFC 4180. A text that a spreadsheet would take for a formula gets an apostrophe. */
const lineOf = (cells: readonly string[]) =>
  `${cells.map((cell) => `"${cell.replace(/^[=+\-@\t\r]/, "'$&").replaceAll('"', '""')}"`).join(',')}\r\n`
