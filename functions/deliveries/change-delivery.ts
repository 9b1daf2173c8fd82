import type { Action } from '#shared/model/activity.ts'
import type { Delivery, DeliveryStatus } from '#shared/model/delivery.ts'
import { isOpen } from '#shared/rules/transitions.ts'
import { changesBetween } from '../data/changes.ts'
import type { StoredDelivery, StoredPatient } from '../data/entities.ts'
import type { DeliveryGuards, Key } from '../data/keys.ts'
import { rxChanges, withEntries } from '../data/rx-entries.ts'
import { aboutDelivery } from '../data/subjects.ts'
import { type Guard, put, update, type Write } from '../data/writes.ts'
import { AppError, invalidField, staleVersion } from '../http/app-error.ts'
import type { Caller, Idempotency } from '../http/operation.ts'
import type { Recorder } from '../http/recorder.ts'
import type { Services } from '../http/services.ts'
import { handOver } from './find-pharmacist.ts'
import { changesSince, historyLimit, historyWrites, readHistory } from './history.ts'
import { presentDelivery, toldOf } from './present-delivery.ts'
import { findDelivery } from './read-delivery.ts'

export interface Change {
  /** What the event calls it. */
  action: Action
  fields: Partial<StoredDelivery>
  /** Said in the history, where status or pharmacist change. */
  notes?: string
  /** It is not refused for want of room in the history. */
  isAlwaysTold?: true
}

/** Undefined: there is nothing to change, and the call is a look. */
export type Decide = (delivery: StoredDelivery) => Promise<Change | undefined> | Change | undefined

interface Wanted {
  caller: Caller
  params: { id: string }
  version: number | undefined
  idempotency: Idempotency | undefined
  activity: Recorder
}

/** How often a change is decided anew when others write at the same moment. */
const rounds = 5

class Overtaken extends Error {}

/**
 * The one way to change a delivery: read, decide, and write on the condition that nobody else wrote in between. Callers who saw a
 * version are told when it is stale, and what changed; for callers who did not, the change is decided anew on what is there.
 */
export async function changeDelivery(
  { caller, params, version, idempotency, activity }: Wanted,
  services: Services,
  decide: Decide,
): Promise<Delivery> {
  const key = caller.keys.delivery(params.id)
  for (let round = 0; round < rounds; round++) {
    const stored = await findDelivery(caller, params, services)
    if (version !== undefined && version !== stored.version) throw await stale(version, stored, caller, services)
    const change = await decide(stored)
    if (!change) {
      await activity.record({ action: 'delivery.read', ...aboutDelivery(stored) })
      return presentDelivery(stored, services.media)
    }

    const { next, history } = applied(stored, change, caller, services)
    const answer = await presentDelivery(next, services.media)
    try {
      await withEntries(services.table, rxChanges(caller.keys, stored, next), (entries) =>
        activity.record(
          { action: change.action, ...aboutDelivery(next), changes: changesBetween(toldOf(stored), toldOf(next)) },
          ...(idempotency ? [idempotency.record(answer)] : []),
          replacement(key, stored, next),
          ...history,
          ...patientWrites(caller, stored, next),
          ...handOver(caller, stored, next),
          ...entries,
        ),
      )
      return answer
    } catch (error) {
      if (!(error instanceof Overtaken)) throw error
    }
  }
  throw staleVersion([])
}

/** 409 for callers whose version is not the newest. */
async function stale(seen: number, stored: StoredDelivery, caller: Caller, { table }: Services) {
  return staleVersion(changesSince(seen, await readHistory(table, caller, stored)))
}

/** These are never refused for want of room in the history. */
const alwaysTold: readonly DeliveryStatus[] = ['delivered', 'cancelled']

function applied(stored: StoredDelivery, change: Change, caller: Caller, services: Services) {
  const { fields, notes = '', isAlwaysTold = false } = change
  const next: StoredDelivery = {
    ...stored,
    ...fields,
    version: stored.version + 1,
    updated_at: services.now().toISOString(),
  }
  const { count, writes } = historyWrites({ before: stored, after: next, notes }, caller, services)
  if (count > historyLimit && writes.length > 0 && !isAlwaysTold && !alwaysTold.includes(next.status))
    throw new AppError('conflict', 'This delivery has too many changes')
  return { next: { ...next, history_count: count }, history: writes }
}

const replacement = (
  key: ReturnType<Caller['keys']['delivery']>,
  stored: StoredDelivery,
  next: StoredDelivery,
): Write => put(key, next, { ...unchangedSince(stored), refused: () => new Overtaken() })

/** Nobody has written since, nor has a migration given the history items of its own: that makes no version. */
export const unchangedSince = ({ version, history }: StoredDelivery): Guard<DeliveryGuards> => ({
  where: { version },
  ...(history ? { has: ['history'] } : { hasNot: ['history'] }),
})

/** What a patient's item knows of the deliveries changes in the same transaction. */
function patientWrites({ keys }: Caller, stored: StoredDelivery, next: StoredDelivery): Write[] {
  const before = isOpen(stored.status) ? 1 : 0
  const after = isOpen(next.status) ? 1 : 0
  if (stored.patient_id !== next.patient_id)
    return [
      update(keys.patient(stored.patient_id), { add: { open_deliveries: -before } }),
      joinPatient(keys.patient(next.patient_id), after),
    ]
  const isDelivered = next.status === 'delivered' && stored.status !== 'delivered'
  if (after === before && !isDelivered) return []
  return [
    update(keys.patient(next.patient_id), {
      add: { open_deliveries: after - before },
      ...(isDelivered && { set: { has_delivered: true } }),
    }),
  ]
}

/** Refused when the patient is not there, or not any more. */
export const joinPatient = (key: Key<StoredPatient>, by: number): Write =>
  update(key, { add: { open_deliveries: by } }, { exists: true, hasNot: ['deleted_at'], refused: unknownPatient })

export const unknownPatient = () => invalidField('patient_id', 'This patient does not exist')
