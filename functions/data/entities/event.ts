import type { ActivityAction, ActivityEvent, EventSubject } from '#shared/model/activity.ts'
import { eventExpiresAtSeconds } from '../event-life.ts'
import { type AccessPattern, type Index, type Item, type ItemKind, type Key, keyAt, type Partition } from '../key.ts'

/** Something that a person, a program or the system did or looked at. Events are never changed. */
export interface StoredEvent extends ActivityEvent {
  action: ActivityAction
  subject: EventSubject['subject']
}

const ofEvents = { sort: 'sk', projection: ['event'] } as const

/** Marks the indexes that get less traffic than `events_in_time`, so that an alarm for that index covers them as well. */
const coolerThan = { ...ofEvents, coolerThan: 'events_in_time' } as const

/** The indexes of events. Events by subject need none, because they are in a partition of the table itself. */
const indexes = {
  inTime: { name: 'events_in_time', partition: 'event_pk', ...ofEvents },
  byPatient: { name: 'events_by_patient', partition: 'event_patient_pk', ...coolerThan },
  byActor: { name: 'events_by_actor', partition: 'event_actor_pk', ...coolerThan },
} as const satisfies Readonly<Record<string, Index>>

export const eventIndexes = Object.values(indexes)

/** An event is stored as one map, and the indexes project only that map, so that a new field of an event needs no new index. */
const eventKind = (name: string, indexKeysOf: (event: StoredEvent) => Item): ItemKind<StoredEvent> => ({
  name,
  read: ({ event }) => event,
  write: (event) => ({ event, expires_at_seconds: eventExpiresAtSeconds(event.at), ...indexKeysOf(event) }),
})

/** Returns the bounds of the sort keys for all events of one UTC day. */
export const eventDayBounds = (day: string) => ({ from: `${day}T`, to: `${day}T~` })

export function eventKeys(tenant: string) {
  const subjectPk = (subject: string) => `${tenant}#EVENTS#${subject}`
  const patientPk = (patient: string) => `${tenant}#EP#${patient}`
  const actorPk = (actor: string | null) => `${tenant}#EU#${actor ?? '-'}`
  const ofPatient = ({ patient_id }: StoredEvent) =>
    patient_id === null ? {} : { event_patient_pk: patientPk(patient_id) }
  const kind = eventKind('event', (event) => ({
    event_pk: `${tenant}#E`,
    event_actor_pk: actorPk(event.actor.id),
    ...ofPatient(event),
  }))
  const mentionKind = eventKind('mention', ofPatient)
  return {
    /** An event's key. `subject` is the id of its object or, for an event without one, `-` and the id of the actor. */
    event: (subject: string, time: string, id: string): Key<StoredEvent, unknown> =>
      keyAt(kind, subjectPk(subject), `${time}#${id}`),
    /**
     * The key of a copy of an event, under another object that the event is about. The lists by time and by actor don't contain the
     * copy.
     */
    mention: (subject: string, time: string, id: string): Key<StoredEvent, unknown> =>
      keyAt(mentionKind, subjectPk(subject), `${time}#${id}`),
    allEvents: { index: indexes.inTime, pk: `${tenant}#E`, kind } satisfies Partition<StoredEvent>,
    eventsOfSubject: (subject: string): Partition<StoredEvent> => ({ pk: subjectPk(subject), kind }),
    eventsOfPatient: (patient: string): Partition<StoredEvent> => ({
      index: indexes.byPatient,
      pk: patientPk(patient),
      kind,
    }),
    /** `null` stands for the system and for all recipients of deliveries, who have no user. */
    eventsOfActor: (actor: string | null): Partition<StoredEvent> => ({
      index: indexes.byActor,
      pk: actorPk(actor),
      kind,
    }),
  }
}

export function eventAccessPatterns(): AccessPattern[] {
  const example = eventKeys('T#t')
  return [
    { question: 'who changed this subject, and who viewed it', example: example.event('subject', 'time', 'id') },
    {
      question: 'the same, for everything else that an event is about',
      example: example.mention('subject', 'time', 'id'),
    },
    { question: 'what happened in the organization', example: example.allEvents },
    {
      question: 'what happened to a patient and their deliveries, and who viewed them',
      example: example.eventsOfPatient('patient'),
    },
    { question: 'what did this person do and view', example: example.eventsOfActor('actor') },
  ]
}
