import type * as searchAndDay from '#shared/api/search-and-day.ts'
import type { BulkChange, BulkResult } from '#shared/model/search-and-day.ts'
import { AppError } from '../failures/app-error.ts'
import { mapWithConcurrency } from '../http/map-with-concurrency.ts'
import type { Caller, Operation, RequestIdempotency } from '../http/operation.ts'
import type { EventRecorder } from '../http/recorder.ts'
import type { Services } from '../http/services.ts'
import { stopAnswerDecider, storeStopAnswer } from './answer-stop-question.ts'
import { type ChangeDecider, changeDelivery } from './change-delivery.ts'
import { statusChangeDecider } from './change-status.ts'
import { findPharmacist } from './find-pharmacist.ts'
import { deliveryEditDecider } from './update-delivery.ts'

/**
 * How many deliveries are moved to another day at the same time. A move updates the items of driver and patient only if the
 * delivery had failed. All other changes are made one after the other, because they may update the same item.
 */
const lanes = 8

/**
 * Changes several deliveries, each in its own transaction. If a request breaks off halfway, a repeat with the same idempotency key
 * changes the remaining deliveries and returns the full response.
 */
export const changeDeliveries: Operation<typeof searchAndDay.changeDeliveries> = async (request, services) => {
  const { body, caller, idempotency, activity } = request
  const { ids, change } = body
  if ('pharmacist_id' in change && change.pharmacist_id !== null)
    await findPharmacist(change.pharmacist_id, caller, services, 'change.pharmacist_id')
  const decide = decisionOf(change, caller, services)
  const changeOne = async (id: string): Promise<BulkResult> => {
    const make = (own: RequestIdempotency | undefined) =>
      changed({ id, caller, idempotency: own, activity, decide }, services)
    try {
      return await (idempotency ? idempotency.part(id, make) : make(undefined))
    } catch (error) {
      if (!(error instanceof AppError) || error.code === 'unavailable') throw error
      if (error.hides) await activity.deny(error.hides)
      return { id, ok: false, detail: error.message }
    }
  }
  const results = await mapWithConcurrency(ids, 'delivery_date' in change ? lanes : 1, changeOne)
  if ('one_stop' in change) {
    const answered = results.flatMap((result) => (result.ok ? result.id : []))
    await storeStopAnswer({ ids: answered, isOneStop: change.one_stop, caller, activity }, services)
  }
  // This only stores the response for a repeated request. Each delivery's change has already recorded its own event.
  await activity.record([], ...(idempotency ? [idempotency.record(results)] : []))
  return results
}

function decisionOf(change: BulkChange, caller: Caller, services: Services): ChangeDecider {
  if ('one_stop' in change) return stopAnswerDecider(change.one_stop)
  if (!('status' in change)) return deliveryEditDecider({ body: change, caller }, services)
  return statusChangeDecider({ body: { ...change, delivery_notes: '' }, caller }, services)
}

interface OneChange {
  id: string
  caller: Caller
  idempotency: RequestIdempotency | undefined
  activity: EventRecorder
  decide: ChangeDecider
}

async function changed(
  { id, caller, idempotency, activity, decide }: OneChange,
  services: Services,
): Promise<BulkResult> {
  const result = (version: number) => ({ id, ok: true as const, version })
  // For a repeated request, only this short result has to be stored, not the whole delivery.
  const own = idempotency && {
    ...idempotency,
    record: ({ version }: { version: number }) => idempotency.record(result(version)),
  }
  const request = { caller, params: { id }, version: undefined, idempotency: own, activity }
  return result((await changeDelivery(request, services, decide)).version)
}
