import { type ActivityEvent, actions, type FieldChange, isAction } from '#shared/model/activity.ts'
import { timeRanges } from '#shared/model/delivery.ts'
import { isDeliveryStatus } from '#shared/model/delivery-statuses.ts'
import { isCalendarDate } from '#shared/rules/dates.ts'
import { formatListDate } from '../../lib/browser/format.ts'
import { statusLabel } from '../../ui/badge.tsx'

/** The name of a user; undefined for somebody who is none any more. */
export type NameOf = (userId: string) => string | undefined

const nothing = '–'
const anId = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i
const instant = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** `Lena Late, 2026-11-23` → `Lena Late, Nov 23, 2026`. */
const subjectInWords = ({ subject }: ActivityEvent) =>
  subject.label.replace(/\d{4}-\d\d-\d\d$/, (day) => formatListDate(day))

/** What the subject of that id is called; undefined before there is an event of it. */
export function subjectNameIn(events: readonly ActivityEvent[], id: string) {
  const event = events.find(({ subject }) => subject.id === id)
  return event && subjectInWords(event)
}

/** What the patient of that id is called, by their own events or by those of their deliveries. */
export const patientNameIn = (events: readonly ActivityEvent[], id: string) =>
  events
    .find(({ patient_id, subject }) => patient_id === id && subject.label && /^(patient|delivery)$/.test(subject.type))
    ?.subject.label.replace(/, \d{4}-\d\d-\d\d$/, '')

const sentence = (key: string) => key.replace(/^./, (first) => first.toUpperCase()).replaceAll(/[_-]/g, ' ')

export function valueInWords(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return nothing
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  const text = String(value)
  if (isCalendarDate(text) || instant.test(text)) return formatListDate(text)
  if (field === 'status' && isDeliveryStatus(text)) return statusLabel(text)
  return (field === 'time_range' && timeRanges.find((range) => range.value === text)?.label) || text
}

export interface ChangeInWords {
  field: string
  from: string
  to: string
}

/** Without ids: where something has a name, its name is a change beside them. */
export const changesInWords = ({ changes = [] }: ActivityEvent): ChangeInWords[] =>
  changes
    .filter(({ from, to }) => !anId.test(`${from} ${to}`))
    .map((change) => ({
      field: fieldInWords(change),
      from: valueInWords(change.field, change.from),
      to: valueInWords(change.field, change.to),
    }))

const fieldInWords = ({ field }: FieldChange) =>
  field.replaceAll('_', ' ').replace(/\.(\d+)\./, (_, row) => ` ${Number(row) + 1}: `)

/** What lists and searches were asked for, by the names of their filters; `null` where they ask for what has nobody. */
const filters: Readonly<Record<string, { name: string; nobody?: string }>> = {
  delivery_date: { name: 'Date' },
  pharmacist_id: { name: 'Person', nobody: 'Unassigned' },
  actor_id: { name: 'Person', nobody: 'System' },
  q: { name: 'Search' },
  rx_number: { name: 'Prescription' },
  rx: { name: 'Prescriptions' },
}

/** The day that a list counts from is no filter, and whose things they are stands beside the words. */
const untold = new Set(['today', 'patient_id', 'subject_id'])

/** The filters of a list or a search, each with its name. */
export const queryInWords = (
  { query = {} }: ActivityEvent,
  nameOf: NameOf,
): (readonly [name: string, text: string])[] =>
  Object.entries(query)
    .filter(([key, value]) => !untold.has(key) && value !== null && value !== undefined)
    .map(([key, value]) => [filters[key]?.name ?? sentence(key), filterInWords(key, value, nameOf)])

function filterInWords(key: string, value: unknown, nameOf: NameOf): string {
  const { nobody } = filters[key] ?? {}
  if (nobody !== undefined) return value === 'null' ? nobody : (nameOf(String(value)) ?? 'Somebody else')
  if (key === 'view' || key === 'kind') return sentence(String(value))
  const textOf = (one: unknown) =>
    typeof one === 'string' && isAction(one) ? actions[one].label : valueInWords(key, one)
  return [value].flat().map(textOf).join(', ')
}

/** What is told of a list in its line already: of which day, whose, or of what was searched. */
const toldInLine = new Set(['Date', 'From', 'To', 'Person', 'Search', 'Prescription'])

/** What an event was about: `Lena Late, Nov 23, 2026`; of a list its day and person. */
export function aboutInWords(event: ActivityEvent, nameOf: NameOf): string {
  // A sign-in is named after the person who signs in.
  const label = event.subject.label === event.actor.name ? '' : subjectInWords(event)
  const asked = queryInWords(event, nameOf).filter(([name]) => toldInLine.has(name))
  return [label, ...asked.map(([, text]) => text)].filter(Boolean).join(', ')
}
