import type { Delivery } from '#shared/model/delivery.ts'
import type { DeliveryChange } from '#shared/model/delivery-history.ts'
import { deliverySearchEntryChanges, writeWithSearchEntries } from '../data/delivery-entries.ts'
import type { StoredDelivery } from '../data/entities/delivery.ts'
import type { StoredHistoryItem } from '../data/entities/history-item.ts'
import { OvertakenError } from '../data/overtaken.ts'
import { aboutDelivery } from '../data/subjects.ts'
import { AppError } from '../failures/app-error.ts'
import type { Caller, RequestIdempotency } from '../http/operation.ts'
import type { EventRecorder } from '../http/recorder.ts'
import type { Services } from '../http/services.ts'
import { composeDeliveryChange, type DecidedChange } from './compose-delivery-change.ts'
import { deliveryChangesSince, readHistory } from './history.ts'
import { presentDelivery } from './present-delivery.ts'
import { findDelivery, type VisibilityRule } from './read-delivery.ts'
import { runItemWrites } from './run-of.ts'

/**
 * Decides how to change a delivery. Returns undefined if there is nothing to change; the request then records the event of a read.
 */
export type ChangeDecider = (delivery: StoredDelivery) => Promise<DecidedChange | undefined> | DecidedChange | undefined

interface DeliveryRequest {
  caller: Caller
  params: { id: string }
  version: number | undefined
  idempotency: RequestIdempotency | undefined
  activity: EventRecorder
}

/** How many times a change is attempted while other requests write to the same delivery. */
const rounds = 5

/** Changes a delivery with `changeAndPresentDelivery`, and returns the changed delivery in the form that responses have. */
export const changeDelivery = (
  request: DeliveryRequest,
  services: Services,
  decide: ChangeDecider,
): Promise<Delivery> =>
  changeAndPresentDelivery(request, services, {
    decide,
    present: (delivery) => presentDelivery(delivery, request.caller, services),
  })

interface ChangeSteps<A> {
  decide: ChangeDecider
  /** Decides who can find the delivery. Replaces the default, `maySeeDelivery`. */
  isFor?: VisibilityRule
  /** Makes the response. `added` has the history items that the change writes. */
  present: (delivery: StoredDelivery, added: readonly StoredHistoryItem[]) => Promise<A> | A
}

/**
 * Changes one delivery: reads it, decides, and writes on condition that no one else wrote in between. If the caller sent a version
 * that is no longer the newest, throws a 409 that lists how status and pharmacist have changed since. Without a version, reads and
 * decides again if someone else wrote in between; after five such attempts, throws a 409 with an empty list.
 */
export async function changeAndPresentDelivery<A>(
  { caller, params, version, idempotency, activity }: DeliveryRequest,
  services: Services,
  { decide, present, isFor }: ChangeSteps<A>,
): Promise<A> {
  for (let round = 0; round < rounds; round++) {
    const found = await findDelivery(caller, params, services, isFor)
    if (version !== undefined && !isCurrent(version, found)) throw await stale(version, found, caller, services)
    const change = await decide(found)
    if (!change) {
      await activity.record({ action: 'delivery.read', ...aboutDelivery(found) })
      return present(found, [])
    }

    const { next, items, event, writes } = await composeDeliveryChange(found, change, caller, services)
    const answer = await present(next, items)
    try {
      await writeWithSearchEntries(services.table, deliverySearchEntryChanges(caller.keys, found, next), (entries) =>
        activity.record(
          { action: change.action, ...event },
          ...(idempotency ? [idempotency.record(answer)] : []),
          ...writes,
          ...runItemWrites(caller, found, next),
          ...entries,
        ),
      )
      return answer
    } catch (error) {
      if (!(error instanceof OvertakenError)) throw error
    }
  }
  throw staleError([])
}

/** Whether a caller who has seen this version knows the delivery as it is. Reports of refused actions change nothing of it. */
const isCurrent = (seen: number, { version, same_since_version = version }: StoredDelivery) =>
  seen >= same_since_version && seen <= version

/** Makes the 409 for a caller whose version is out of date. It lists how status and pharmacist have changed since that version. */
async function stale(seen: number, stored: StoredDelivery, caller: Caller, { table }: Services) {
  return staleError(deliveryChangesSince(seen, await readHistory(table, caller, stored)))
}

const staleError = (changes: readonly DeliveryChange[]) =>
  new AppError('conflict', 'This delivery was changed by someone else. Refresh and try again.', { more: { changes } })
