import type { ActionOf, Entry, EventRule, LookSubject } from '#shared/api/contract.ts'
import type { ActivityAction, EventSubject } from '#shared/model/activity.ts'
import type { StoredEvent } from '../data/entities/event.ts'
import type { StoredUser } from '../data/entities/user.ts'
import { earliestShownInstant } from '../data/event-life.ts'
import type { Table } from '../data/table.ts'
import { keysOf } from '../data/table-keys.ts'
import { put, transactionLimit, type Write } from '../data/writes.ts'
import { isPartOfView, type OpenView } from './open-view.ts'
import type { Services } from './services.ts'

/** The part of an event that an operation supplies. The recorder adds the rest. */
interface EventDraft<A extends ActivityAction = ActivityAction>
  extends EventSubject,
    Pick<StoredEvent, 'changes' | 'query' | 'count' | 'hash'> {
  action: A
  /** The objects of an event that is about several. The event is listed under each object and under the object's patient. */
  mentions?: readonly EventSubject[]
  /** The id of an object, if the event is a search of the activity log that lists only the looks at this object. */
  looksAt?: string | undefined
}

/**
 * Records the events of one request. Its functions are declared as methods, which TypeScript compares in both directions, so that
 * code that serves many calls accepts any recorder.
 */
export interface EventRecorder<A extends ActivityAction = ActivityAction> {
  /**
   * Writes a change and its event in one transaction. Without `writes`, this records an event that changes nothing, usually a look
   * at data, and the response waits until the event is stored; a look that the request's open page has recorded already gets no
   * event. Several drafts make several events; an empty list says that there is no event to record.
   */
  record(drafts: EventDraft<A> | readonly EventDraft<A>[], ...writes: readonly Write[]): Promise<void>
  /** Records that the caller was denied access to an existing object. */
  deny(about: EventSubject): Promise<void>
  /**
   * Makes the events of a change that concerns several people, or one person in several organisations. Pass them to `record` as
   * writes, so that they are stored in the transaction of the change.
   */
  eventsFor(actors: readonly Actor[], draft: (actor: Actor) => EventDraft<A>): Write[]
  /** Returns a recorder for another organisation of the caller, where the caller is a different user. */
  elsewhere(actor: Actor): EventRecorder<A>
}

/** The actor (a user, a program, a recipient or the system), and the organisation whose activity log gets the event. */
export interface Actor {
  tenantId: string
  actor: StoredEvent['actor']
  /**
   * Set if no such user exists. The event is written all the same, so that response time doesn't reveal this, and backdated so that
   * TTL removes it.
   */
  isNobody?: boolean
}

export const actorOf = ({
  tenant_id,
  id,
  full_name,
  email,
}: Pick<StoredUser, 'tenant_id' | 'id' | 'full_name' | 'email'>): Actor => ({
  tenantId: tenant_id,
  // An API key has no e-mail address.
  actor: { id, name: full_name, email: email || null },
})

/**
 * The recorder of a request, or undefined if the call has no event. A public operation gets a function that opens a recorder,
 * because it only finds out later who acts.
 */
export type EventRecorderOf<E extends Entry> = E['event'] extends 'none'
  ? undefined
  : E['access'] extends 'public'
    ? (actor: Actor) => EventRecorder<ActionOf<E>>
    : EventRecorder<ActionOf<E>>

interface RecorderOptions {
  event: EventRule
  /**
   * The network from which the request came, which is an IPv4 address or the /64 of an IPv6 address. It is null for the system's
   * own actions.
   */
  place: string | null
  requestId: string
  /** The route of the request. The event of a denial names it. */
  call?: string
  /** Whether the events of a read are held back until it is certain that the response has data and isn't a 304. */
  holdsLooks?: boolean
  /** The look, which is one opening of a page, to which the request belongs. Only set if the request's entry allows looks. */
  look?: OpenView | undefined
  withinLook?: readonly LookSubject[] | undefined
}

/** A recorder that remembers the subjects of the request's events, and can write the events that it has held back. */
type WatchedRecorder = EventRecorder & {
  left: () => readonly EventSubject[] | undefined
  leaveHeld: () => Promise<void>
}

/** Returns a function that makes the writes for an event. */
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
      at: isNobody ? earliestShownInstant(now()) : now().toISOString(),
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

  // The event's id is new. So if the item exists, an earlier attempt of the same write has stored this very event.
  const isNew = { absent: true, refused: () => undefined } as const

  /**
   * Makes the writes for an event. Those that list it under the objects it mentions come first, so that the event never exists
   * without them.
   */
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

/** Opens a recorder for an actor. Apart from denials, it accepts only the actions that the call's entry declares. */
export function openEventRecorder(
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
      if (look && writes.length === 0 && drafts.every((shown) => isPartOfView(look, withinLook, shown))) return
      if (writes.length > 0) await table.write(...writes, ...events)
      else if (holdsLooks) held.push(...events)
      else await writeLooks(table, events)
    },
    deny: (about) => table.write(...eventWrites({ action: 'access.denied', ...about, query: { call } }, own)),
    eventsFor: (actors, draft) => actors.flatMap((actor) => eventWrites(draft(actor), actor)),
    elsewhere: (actor) => openEventRecorder(services, actor, options),
    leaveHeld: async () => {
      await writeLooks(table, held.splice(0))
    },
    left: () => left,
  }
}

/**
 * Writes the events of a read, in several transactions if necessary. The event of an audit packet or an export is written under
 * each of its deliveries, and these may be more than fit into one transaction.
 */
async function writeLooks(table: Table, events: readonly Write[]): Promise<void> {
  for (let i = 0; i < events.length; i += transactionLimit) await table.write(...events.slice(i, i + transactionLimit))
}
