import type { ActionOf, Entry, EventRule } from '#shared/api/contract.ts'
import type { Action } from '#shared/model/activity.ts'
import type { StoredEvent } from '../data/entities/event.ts'
import type { StoredUser } from '../data/entities/user.ts'
import { eventsBegin } from '../data/event-life.ts'
import type { About } from '../data/subjects.ts'
import { keysOf } from '../data/table-keys.ts'
import { put, type Write } from '../data/writes.ts'
import type { Services } from './services.ts'

/** What an operation says of an event; the recorder knows the rest. */
interface Happening<A extends Action = Action>
  extends About,
    Pick<StoredEvent, 'changes' | 'query' | 'count' | 'hash'> {
  action: A
}

/** Leaves the events of one request. Its methods compare their parameters both ways, so that what serves many calls takes any. */
export interface Recorder<A extends Action = Action> {
  /**
   * Writes what a call changes together with the event that tells of it: both, or neither. Without writes it is the event of a look,
   * for which the answer waits. Several happenings are as many events; none at all says that nothing has changed.
   */
  record(happening: Happening<A> | readonly Happening<A>[], ...writes: readonly Write[]): Promise<void>
  /** Leaves the event of a refusal: of what is there, and the caller may not have or know of. */
  deny(about: About): Promise<void>
  /** The same request in another organisation of the caller's, where they are another user. */
  elsewhere(doer: Actor): Recorder<A>
}

/** Where an event stands, and who does what it tells of. */
export interface Actor {
  tenantId: string
  actor: StoredEvent['actor']
  /** Written only so that time does not tell that there is nobody: as an event that is old enough to go. */
  isNobody?: boolean
}

export const doerOf = ({
  tenant_id,
  id,
  full_name,
  email,
}: Pick<StoredUser, 'tenant_id' | 'id' | 'full_name' | 'email'>): Actor => ({
  tenantId: tenant_id,
  actor: { id, name: full_name, email },
})

/** A recorder of somebody who is signed in, or, for a public call, one for whomever the operation finds to be behind it. */
export type RecorderOf<E extends Entry> = E['event'] extends 'none'
  ? undefined
  : E['access'] extends 'public'
    ? (doer: Actor) => Recorder<ActionOf<E>>
    : Recorder<ActionOf<E>>

interface Asked {
  event: EventRule
  /** Where the request comes from; null for what the system does by itself. */
  place: string | null
  requestId: string
  /** The route, which the event of a refusal names. */
  call?: string
  /** The events of looks wait until it is known that the answer shows anything. */
  holdsLooks?: boolean
}

/** A recorder that knows whether the call has said what it did, and leaves the events that were held back. */
type WatchedRecorder = Recorder & { isLeft: () => boolean; leaveHeld: () => Promise<void> }

/** Tells of what `doer` does in this request, by the actions that the call's entry names and no others. */
export function openRecorder(
  services: Pick<Services, 'table' | 'now' | 'newId'>,
  { tenantId, actor, isNobody = false }: Actor,
  asked: Asked,
): WatchedRecorder {
  const { table, now, newId } = services
  const { event, place, requestId, call, holdsLooks = false } = asked
  const keys = keysOf(tenantId)
  const allowed: readonly string[] = typeof event === 'string' ? [event] : event
  const held: Write[] = []
  let isLeft = false

  function eventWrite({ action, subject, patient_id, changes, query, count, hash }: Happening): Write {
    const told: StoredEvent = {
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
    // Whatever lies at a new id is this very event: its write was tried again.
    return put(keys.event(subject.id ?? `-${actor.id}`, told.at, told.id), told, {
      absent: true,
      refused: () => undefined,
    })
  }

  return {
    async record(happening, ...writes) {
      const happenings = [happening].flat()
      const unnamed = happenings.find(({ action }) => !allowed.includes(action))
      if (unnamed) throw new Error(`The contract names no ${unnamed.action} for this call`)
      const events = happenings.map(eventWrite)
      if (holdsLooks && writes.length === 0) held.push(...events)
      else if (events.length + writes.length > 0) await table.write(...writes, ...events)
      isLeft = true
    },
    deny: (about) => table.write(eventWrite({ action: 'access.denied', ...about, query: { call } })),
    elsewhere: (doer) => openRecorder(services, doer, asked),
    leaveHeld: async () => {
      if (held.length > 0) await table.write(...held.splice(0))
    },
    isLeft: () => isLeft,
  }
}
