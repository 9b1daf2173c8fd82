import type { listActivity } from '#shared/api/activity.ts'
import type { SentQueryOf } from '#shared/api/contract.ts'
import { isAction } from '#shared/model/activity.ts'
import { isCalendarDate } from '#shared/rules/dates.ts'

/**
 * The filters of the activity page; '' means no filter. `person` is a user's id, or the text `null` for what Carelane itself and
 * recipients did. `from` and `to` are days as `YYYY-MM-DD`; `patient`, `delivery` and `subject` are ids.
 */
export interface ActivityFilters {
  person: string
  action: string
  /** If `1`, the events in which someone only looked at data are shown, too. Has no effect together with an action. */
  looks: string
  from: string
  to: string
  patient: string
  delivery: string
  /** Any other object that events are about, such as a user, a role or a run. */
  subject: string
}

const names = ['person', 'action', 'looks', 'from', 'to', 'patient', 'delivery', 'subject'] as const

const dayOf = (text: string) => (isCalendarDate(text) ? text : '')

/** Reads the filters from the page's address. Ignores unknown actions, days that are no dates, and a `looks` other than `1`. */
export function activityFiltersFrom(params: URLSearchParams): ActivityFilters {
  const filter = (name: (typeof names)[number]) => params.get(name) ?? ''
  const action = filter('action')
  return {
    person: filter('person'),
    action: isAction(action) ? action : '',
    looks: filter('looks') === '1' ? '1' : '',
    from: dayOf(filter('from')),
    to: dayOf(filter('to')),
    patient: filter('patient'),
    delivery: filter('delivery'),
    subject: filter('subject'),
  }
}

/** Returns the shortest query for the page's address from which `activityFiltersFrom` reads these filters. */
export const activityAddressParams = (filters: ActivityFilters) =>
  new URLSearchParams(names.filter((name) => filters[name]).map((name) => [name, filters[name]]))

export type ActivityQuery = SentQueryOf<typeof listActivity>

export const activityQueryOf = ({ person, action, looks, from, to, patient, delivery, subject }: ActivityFilters) =>
  ({
    ...(person && { actor_id: person }),
    ...(action ? { action } : !looks && { kind: 'changes' as const }),
    ...(from && { from }),
    ...(to && { to }),
    ...(patient && { patient_id: patient }),
    ...((delivery || subject) && { subject_id: delivery || subject }),
  }) satisfies ActivityQuery

/** Returns '0 events', '1 event', '2 events', or '50+ events' if more may follow those 50. */
export const eventCountText = (count: number, moreFollows: boolean) =>
  `${count}${moreFollows && count > 0 ? '+' : ''} ${count === 1 && !moreFollows ? 'event' : 'events'}`
