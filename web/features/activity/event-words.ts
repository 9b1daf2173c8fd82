import { type ActivityEvent, activityActions, type FieldChange, isAction } from '#shared/model/activity.ts'
import { isDeliveryStatus } from '#shared/model/delivery-statuses.ts'
import { isCalendarDate } from '#shared/rules/dates.ts'
import { formatDateAndAnyTime } from '../../lib/browser/format.ts'
import { timeRangeLabel } from '../../lib/session/shown-time-ranges.ts'
import { deliveryStatusLabel } from '../../ui/badge.tsx'

/**
 * A function that returns the name of a user, or undefined if the organisation has no such user, for example after a deletion, or
 * as long as the users are not loaded.
 */
export type UserNameLookup = (userId: string) => string | undefined

const nothing = '–'
const anId = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i
const instant = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/

/** Returns the label of an event's object with the date as users read it: `Lena Late, 2026-11-23` → `Lena Late, Nov 23, 2026`. */
const labelWithShownDate = ({ subject }: ActivityEvent) =>
  subject.label.replace(/\d{4}-\d\d-\d\d$/, (day) => formatDateAndAnyTime(day))

/**
 * Returns the name of the object with this id, for a delivery with its day: `Lena Late, Nov 23, 2026`. It is read from an event
 * about the object; undefined if there is no such event.
 */
export function subjectNameIn(events: readonly ActivityEvent[], id: string) {
  const event = events.find(({ subject }) => subject.id === id)
  return event && labelWithShownDate(event)
}

/** Returns a patient's name, read from an event about the patient or one of their deliveries; undefined without such an event. */
export const patientNameIn = (events: readonly ActivityEvent[], id: string) =>
  events
    .find(({ patient_id, subject }) => patient_id === id && subject.label && /^(patient|delivery)$/.test(subject.type))
    ?.subject.label.replace(/, \d{4}-\d\d-\d\d$/, '')

/** Returns a key as a label: `rx_number` → `Rx number` → `RX number`. */
const sentence = (key: string) =>
  key
    .replace(/^./, (first) => first.toUpperCase())
    .replaceAll(/[_-]/g, ' ')
    .replace(/\b(aob|hipaa|id|nabp|nf|npi|rx|sku|zip)\b/gi, (acronym) => acronym.toUpperCase())

export function valueInWords(field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return nothing
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  const text = String(value)
  if (isCalendarDate(text) || instant.test(text)) return formatDateAndAnyTime(text)
  if (field === 'status' && isDeliveryStatus(text)) return deliveryStatusLabel(text)
  return field === 'time_range' ? timeRangeLabel(text) : text
}

export interface ChangeInWords {
  field: string
  from: string
  to: string
}

/**
 * Returns an event's changes in words. A change with a UUID in one of its values is left out, because it usually is the change of
 * an id, and the name that belongs to the id is listed as a change of its own.
 */
export const eventChangesInWords = ({ changes = [] }: ActivityEvent): ChangeInWords[] =>
  changes
    .filter(({ from, to }) => !anId.test(`${from} ${to}`))
    .map((change) => ({
      field: fieldInWords(change),
      from: valueInWords(change.field, change.from),
      to: valueInWords(change.field, change.to),
    }))

/** Labels for those fields whose key is no good label. */
const fieldLabels: Readonly<Record<string, string>> = {
  pharmacist_name: 'Pharmacist',
  patient_name: 'Patient',
  rx_information: 'Prescription',
  sku_information: 'Item',
  asked: 'Day the recipient asked for',
  recipient_notes: 'Note from the recipient',
  notices: 'Delivery updates',
  recipient_notices: 'Delivery updates for recipients',
  require_photo_id: 'Photo ID required',
  is_business_address: 'Business address',
  is_tenant_admin: 'Tenant administrator',
  is_active: 'Active',
  require_mfa: 'Two-step sign-in',
  idle_minutes: 'Sign out after inactivity (minutes)',
  ends_on: 'Valid through',
}

const fieldLabel = (key: string) => fieldLabels[key] ?? sentence(key)

/** Returns the label of a field by its path: `rx_information.0.rx_number` → `Prescription 1: RX number`. */
const fieldInWords = ({ field }: FieldChange) =>
  field
    .split('.')
    .map((part) => (/^\d+$/.test(part) ? `${Number(part) + 1}:` : fieldLabel(part)))
    .join(' ')

/**
 * Labels for those filters of lists and searches for which the filter's key is no good label. A filter with `nullName` has a user's
 * id as its value; `nullName` is the text for the value `null`.
 */
const filters: Readonly<Record<string, { name: string; nullName?: string }>> = {
  delivery_date: { name: 'Date' },
  pharmacist_id: { name: 'Pharmacist', nullName: 'Unassigned' },
  actor_id: { name: 'Person', nullName: 'System' },
  q: { name: 'Search' },
  rx_number: { name: 'Prescription' },
  rx: { name: 'Prescriptions' },
}

/** Parts of a query that are not shown as filters: `today` is not a filter, and patient and object are shown elsewhere. */
const hiddenFilters = new Set(['today', 'patient_id', 'subject_id'])

/** Returns the filters of the list or search that the event is about, in words and each with its label. */
export const queryFiltersInWords = (
  { query = {} }: ActivityEvent,
  nameOf: UserNameLookup,
): (readonly [name: string, text: string])[] =>
  Object.entries(query)
    .filter(([key, value]) => !hiddenFilters.has(key) && value !== null && value !== undefined)
    .map(([key, value]) => [filters[key]?.name ?? sentence(key), filterInWords(key, value, nameOf)])

function filterInWords(key: string, value: unknown, nameOf: UserNameLookup): string {
  const { nullName } = filters[key] ?? {}
  if (nullName !== undefined) return value === 'null' ? nullName : (nameOf(String(value)) ?? 'Someone else')
  if (key === 'view' || key === 'kind') return sentence(String(value))
  const textOf = (one: unknown) =>
    typeof one === 'string' && isAction(one) ? activityActions[one].label : valueInWords(key, one)
  return [value].flat().map(textOf).join(', ')
}

/** The labels of the filters that the one-line text of an event includes. */
const filtersInLine = new Set(['Date', 'From', 'To', 'Person', 'Pharmacist', 'Search', 'Prescription'])

/**
 * Returns the object of an event, such as `Lena Late, Nov 23, 2026`. For a list or a search, its days, person, search text and
 * prescription number follow, as far as it was filtered by them.
 */
export function subjectInWords(event: ActivityEvent, nameOf: UserNameLookup): string {
  // If the label is the name of the person who acted, as for a sign-in, it is left out, because the line already shows that name.
  const label = event.subject.label === event.actor.name ? '' : labelWithShownDate(event)
  const shown = queryFiltersInWords(event, nameOf).filter(([name]) => filtersInLine.has(name))
  return [label, ...shown.map(([, text]) => text)].filter(Boolean).join(', ')
}
