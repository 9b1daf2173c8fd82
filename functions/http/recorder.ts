import type { ActionOf, Entry, EventRule, LookedAt } from '#shared/api/contract.ts'
import type { Action } from '#shared/model/activity.ts'
import type { StoredEvent } from '../data/entities/event.ts'
import type { StoredUser } from '../data/entities/user.ts'
import { eventsBegin } from '../data/event-life.ts'
import type { EventSubject } from '../data/subjects.ts'
import type { Table } from '../data/table.ts'
import { keysOf } from '../data/table-keys.ts'
import { put, transactionLimit, type Write } from '../data/writes.ts'
import { belongsToLook, type OpenLook } from './open-look.ts'
import type { Services } from './services.ts'

/** The part of an event that the operation supplies; the recorder adds the rest. */
interface EventDraft<A extends Action = Action>
  extends EventSubject,
    Pick<StoredEvent, 'changes' | 'query' | 'count' | 'hash'> {
  action: A
  /** The objects that the event is about if there are several. The event is found under each of them and its patient. */
  mentions?: readonly EventSubject[]
  /** Only for the activity: the object whose looks, and nothing else, are shown. */
  looksAt?: string | undefined
}

/**
 * Records the events of one request. Its methods compare their parameters in both directions, so that code that serves many calls
 * accepts any recorder.
 */
export interface Recorder<A extends Action = Action> {
  /**
   * Writes a change and its event in one transaction. Without writes it records a look, and the answer waits for it. Several drafts
   * become several events; an empty list says that nothing has changed.
   */
  record(drafts: EventDraft<A> | readonly EventDraft<A>[], ...writes: readonly Write[]): Promise<void>
  /** Records a refusal: the object exists, but the caller may not have it or know of it. */
  deny(about: EventSubject): Promise<void>
  /**
   * The events of a change that concerns several people, or one person in several organisations. They are written in the
   * transaction of the change, with `record`.
   */
  eventsFor(actors: readonly Actor[], draft: (actor: Actor) => EventDraft<A>): Write[]
  /** A recorder for another organisation of the caller, in which they are another user. */
  elsewhere(actor: Actor): Recorder<A>
}

/** The person who acts, and the organisation in whose activity the event is stored. */
export interface Actor {
  tenantId: string
  actor: StoredEvent['actor']
  /** Written even when no such user exists, so that response time does not reveal it. The event is backdated so that TTL removes it. */
  isNobody?: boolean
}

export const actorOf = ({
  tenant_id,
  id,
  full_name,
  email,
}: Pick<StoredUser, 'tenant_id' | 'id' | 'full_name' | 'email'>): Actor => ({
  tenantId: tenant_id,
  // A program's key has no e-mail address.
  actor: { id, name: full_name, email: email || null },
})

/** The recorder of the signed-in caller. For a public call, the operation opens one as soon as it knows who acts. */
export type RecorderOf<E extends Entry> = E['event'] extends 'none'
  ? undefined
  : E['access'] extends 'public'
    ? (actor: Actor) => Recorder<ActionOf<E>>
    : Recorder<ActionOf<E>>

interface RecorderOptions {
  event: EventRule
  /** The IP address of the request; null for what the system does by itself. */
  place: string | null
  requestId: string
  /** The route, which the event of a refusal names. */
  call?: string
  /** The events of looks wait until it is certain that the answer shows data. */
  holdsLooks?: boolean
  /** The look that the call belongs to, if its entry allows that. */
  look?: OpenLook | undefined
  withinLook?: readonly LookedAt[] | undefined
}

/** A recorder that remembers what the call's events are about and writes the events that were held back. */
type WatchedRecorder = Recorder & { left: () => readonly EventSubject[] | undefined; leaveHeld: () => Promise<void> }

/** Returns a function that makes the writes of an event. */
function eventWriter(
  { now, newId }: Pick<Services, 'now' | 'newId'>,
  { event, place, requestId }: Pick<RecorderOptions, 'event' | 'place' | 'requestId'>,
) {
  const allowed: readonly string[] = typeof event === 'string' ? [event] : event

  const storedEvent = (draft: EventDraft, { actor, isNobody = false }: Actor): StoredEvent => {
    const { action, subject, patient_id, changes, query, count, hash } = draft
    if (!allowed.includes(action) && action !== 'access.denied')
      throw new Error(`The contract names no ${action} for this call`)
    return {
      id: newId(),
      at: isNobody ? eventsBegin(now()) : now().toISOString(),
      actor,
      action,
      subject,
      patient_id,
      ...(changes && { changes }),
      ...(query && { query }),
      ...(count !== undefined && { count }),
      ...(hash !== undefined && { hash }),
      place,
      request_id: requestId,
    }
  }

  // The id is new, so an item that already exists is this very event, written by an earlier attempt.
  const isNew = { absent: true, refused: () => undefined } as const

  /** The event is written last, so that it never exists without its mentions. */
  return function eventWrites({ mentions = [], ...draft }: EventDraft, by: Actor): Write[] {
    const keys = keysOf(by.tenantId)
    const event = storedEvent(draft, by)
    const { query: _query, count: _count, ...rest } = event
    return [
      ...mentions.map((about) =>
        put(keys.mention(about.subject.id ?? '', event.at, event.id), { ...rest, ...about }, isNew),
      ),
      put(keys.event(event.subject.id ?? `-${by.actor.id}`, event.at, event.id), event, isNew),
    ]
  }
}

/** Opens a recorder for an actor. It accepts only actions that the call's entry declares. */
export function openRecorder(
  services: Pick<Services, 'table' | 'now' | 'newId'>,
  own: Actor,
  options: RecorderOptions,
): WatchedRecorder {
  const { table } = services
  const { call, holdsLooks = false, look, withinLook = [] } = options
  const eventWrites = eventWriter(services, options)
  const held: Write[] = []
  let left: readonly EventSubject[] | undefined

  return {
    async record(draft, ...writes) {
      const drafts = [draft].flat()
      const events = drafts.flatMap((one) => eventWrites(one, own))
      left = drafts
      if (look && writes.length === 0 && drafts.every((shown) => belongsToLook(look, withinLook, shown))) return
      if (writes.length > 0) await table.write(...writes, ...events)
      else if (holdsLooks) held.push(...events)
      else await writeLooks(table, events)
    },
    deny: (about) => table.write(...eventWrites({ action: 'access.denied', ...about, query: { call } }, own)),
    eventsFor: (actors, draft) => actors.flatMap((actor) => eventWrites(draft(actor), actor)),
    elsewhere: (actor) => openRecorder(services, actor, options),
    leaveHeld: async () => {
      await writeLooks(table, held.splice(0))
    },
    left: () => left,
  }
}

/** A packet may have more mentions than fit into one transaction. */
async function writeLooks(table: Table, events: readonly Write[]): Promise<void> {
  for (let i = 0; i < events.length; i += transactionLimit) await table.write(...events.slice(i, i + transactionLimit))
}
