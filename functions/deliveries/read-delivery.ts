import type * as deliveries from '#shared/api/deliveries.ts'
import type { StoredDelivery } from '../data/entities/delivery.ts'
import { aboutDelivery } from '../data/subjects.ts'
import { notFoundError } from '../failures/app-error.ts'
import type { Caller, Operation } from '../http/operation.ts'
import type { Services } from '../http/services.ts'
import { maySeeDelivery } from './delivery-access.ts'
import { presentStatusHistory, readHistory } from './history.ts'
import { findPlacesOnRuns } from './place-on-run.ts'
import { presentDelivery } from './present-delivery.ts'

/** Decides whether a caller may find a delivery. To all other callers the delivery seems not to exist. */
export type VisibilityRule = (caller: Caller, delivery: StoredDelivery) => boolean

/** Reads the delivery with this id. Throws a 404 if it doesn't exist, was deleted, or must stay hidden from the caller. */
export async function findDelivery(
  caller: Caller,
  { id }: { id: string },
  { table }: Services,
  isFor: VisibilityRule = maySeeDelivery,
): Promise<StoredDelivery> {
  const stored = await table.get(caller.keys.delivery(id))
  if (!stored || stored.deleted_at || !isFor(caller, stored))
    throw notFoundError('Delivery', stored && aboutDelivery(stored))
  return stored
}

export const readDelivery: Operation<typeof deliveries.readDelivery> = async (request, services) => {
  const { caller, params, activity } = request
  const delivery = await findDelivery(caller, params, services)
  const [answer, places] = await Promise.all([
    presentDelivery(delivery, caller, services),
    findPlacesOnRuns([delivery], caller, services.table),
    activity.record({ action: 'delivery.read', ...aboutDelivery(delivery) }),
  ])
  const place = places.get(delivery.id)
  return place ? { ...answer, place } : answer
}

export const readStatusHistory: Operation<typeof deliveries.readStatusHistory> = async (
  { caller, params, activity },
  services,
) => {
  const delivery = await findDelivery(caller, params, services)
  const [history] = await Promise.all([
    readHistory(services.table, caller, delivery),
    activity.record({ action: 'delivery.read', ...aboutDelivery(delivery) }),
  ])
  return presentStatusHistory(history)
}
