import type { Action, ActivityEvent, SubjectType } from '#shared/model/activity.ts'
import { eventEnd } from '../event-life.ts'
import { at, type Item, type Key, type Kind, type Partition, type Question } from '../key.ts'

/** What somebody did or looked at. Nothing changes it once it is written. */
export interface StoredEvent extends ActivityEvent {
  action: Action
  subject: ActivityEvent['subject'] & { type: SubjectType }
}

const ofEvents = { sort: 'sk', projection: ['event'] } as const

/** No partition takes as many events as the one of all of them: whoever watches that one sees first what these can take. */
const coolerThan = { ...ofEvents, coolerThan: 'events_in_time' } as const

/** `by`: what an event needs to have a row here. Of a subject, the events lie in a partition of the table itself. */
export const eventIndexes = [
  { name: 'events_in_time', partition: 'event_pk', by: [], ...ofEvents },
  { name: 'events_by_patient', partition: 'event_patient_pk', by: ['patient'], ...coolerThan },
  { name: 'events_by_actor', partition: 'event_actor_pk', by: ['actor'], ...coolerThan },
  { name: 'events_by_action', partition: 'event_action_pk', by: ['action'], ...coolerThan },
  { name: 'events_by_actor_action', partition: 'event_actor_action_pk', by: ['actor', 'action'], ...coolerThan },
  { name: 'events_by_patient_actor', partition: 'event_patient_actor_pk', by: ['patient', 'actor'], ...coolerThan },
  { name: 'events_by_patient_action', partition: 'event_patient_action_pk', by: ['patient', 'action'], ...coolerThan },
  {
    name: 'events_by_patient_actor_action',
    partition: 'event_patient_actor_action_pk',
    by: ['patient', 'actor', 'action'],
    ...coolerThan,
  },
  { name: 'events_by_subject_actor', partition: 'event_subject_actor_pk', by: ['subject', 'actor'], ...coolerThan },
  { name: 'events_by_subject_action', partition: 'event_subject_action_pk', by: ['subject', 'action'], ...coolerThan },
  {
    name: 'events_by_subject_actor_action',
    partition: 'event_subject_actor_action_pk',
    by: ['subject', 'actor', 'action'],
    ...coolerThan,
  },
] as const

/** What events are asked for by, all of it together; an actor of `null` is the system. */
interface EventFilters {
  subject?: string | undefined
  patient?: string | undefined
  actor?: string | null | undefined
  action?: Action | undefined
}

/** In the order in which keys have them, each with its letter there. */
const eventParts = [
  ['subject', 'S'],
  ['patient', 'P'],
  ['actor', 'U'],
  ['action', 'A'],
] as const

const partsOf = (filters: EventFilters) => eventParts.filter(([part]) => filters[part] !== undefined)

/** An event is stored as one map, which is all that its indexes project: a new field of an event is data, not another index. */
const event = (indexKeysOf: (event: StoredEvent) => Item): Kind<StoredEvent> => ({
  name: 'event',
  read: ({ event }) => event,
  write: (event) => ({ event, expires_at_seconds: eventEnd(event.at), ...indexKeysOf(event) }),
})

/** What bounds the sort keys of events that happened on a day of UTC. */
export const eventsOfDay = (day: string) => ({ from: `${day}T`, to: `${day}T~` })

export function eventKeys(tenant: string) {
  const eventsOfSubject = (subject: string): Partition<StoredEvent> => ({
    pk: `${tenant}#EVENTS#${subject}`,
    kind: eventKind,
  })
  const eventPk = (filters: EventFilters) => {
    const parts = partsOf(filters)
    const letters = parts.map(([, letter]) => letter).join('')
    return [`${tenant}#E${letters}`, ...parts.map(([part]) => filters[part] ?? '-')].join('#')
  }
  const eventKind = event(({ subject, patient_id, actor, action }) => {
    const known = { subject: subject.id ?? undefined, patient: patient_id ?? undefined, actor: actor.id, action }
    return Object.fromEntries(
      eventIndexes.flatMap(({ partition, by }) => {
        const filters: EventFilters = Object.fromEntries(by.map((part) => [part, known[part]]))
        return partsOf(filters).length === by.length ? [[partition, eventPk(filters)]] : []
      }),
    )
  })
  /** The partition of what has all of these and nothing else. A subject and a patient are not asked for together. */
  const eventsBy = (filters: EventFilters): Partition<StoredEvent> => {
    const asked = partsOf(filters).map(([part]) => part)
    const index = eventIndexes.find(({ by }) => by.join() === asked.join())
    if (index) return { index, pk: eventPk(filters), kind: eventKind }
    if (filters.subject === undefined || asked.length > 1) throw new Error(`No events lie by ${asked.join(' and ')}`)
    return eventsOfSubject(filters.subject)
  }
  return {
    /** The event `id` of an instant, of a subject or, without one, of nothing but its actor: `-` and their id. */
    event: (subject: string, time: string, id: string): Key<StoredEvent, unknown> =>
      at(eventKind, eventsOfSubject(subject).pk, `${time}#${id}`),
    eventsOfSubject,
    allEvents: eventsBy({}),
    eventsBy,
  }
}

export function eventQuestions(): Question[] {
  const example = eventKeys('T#t')
  const action = 'delivery.read'
  return [
    { question: 'who did what with this subject, and who looked', example: example.event('subject', 'time', 'id') },
    { question: 'what happened in the organisation', example: example.allEvents },
    {
      question: 'what happened to a patient and their deliveries, and who looked',
      example: example.eventsBy({ patient: 'patient' }),
    },
    { question: 'what did this person do and see', example: example.eventsBy({ actor: 'actor' }) },
    { question: 'who did this', example: example.eventsBy({ action }) },
    { question: 'when did this person do this', example: example.eventsBy({ actor: 'actor', action }) },
    { question: 'the same of one patient', example: example.eventsBy({ patient: 'patient', actor: 'actor' }) },
    { question: 'the same of one patient', example: example.eventsBy({ patient: 'patient', action }) },
    { question: 'the same of one patient', example: example.eventsBy({ patient: 'patient', actor: 'actor', action }) },
    { question: 'the same of one subject', example: example.eventsBy({ subject: 'subject', actor: 'actor' }) },
    { question: 'the same of one subject', example: example.eventsBy({ subject: 'subject', action }) },
    { question: 'the same of one subject', example: example.eventsBy({ subject: 'subject', actor: 'actor', action }) },
  ]
}
