import { listDeliveries, readDelivery, readPriorDeliveries, readStatusHistory } from '#shared/api/deliveries.ts'
import { readRun } from '#shared/api/runs.ts'
import type { Delivery } from '#shared/model/delivery.ts'
import { type DeliveryRow, deliveryRow } from '#shared/model/delivery-row.ts'
import type { RunDelivery } from '#shared/model/run.ts'
import { cachedRows } from '../../lib/api/paged-queries.ts'
import {
  cachedAnswers,
  changeCachedRows,
  forgetAnswers,
  invalidate,
  markOutdated,
  rememberAnswer,
} from '../../lib/api/queries.ts'

/** Lists are read again after this time, because the server updates their indexes a moment after the delivery itself. */
const indexDelayMs = 1000

type Refresh = (changed: Delivery | undefined) => void

/**
 * Functions of modules that cache other data about deliveries, such as runs. Each shows the changed delivery, if it is known, in
 * its module's data, and then reads that data again.
 */
const refreshes = new Set<Refresh>()
export const onDeliveriesRefresh = (refresh: Refresh) => void refreshes.add(refresh)

function refreshLists(changed?: Delivery) {
  for (const refresh of refreshes) refresh(changed)
  void markOutdated(listDeliveries)
  setTimeout(() => void invalidate(listDeliveries), indexDelayMs)
}

/**
 * Puts a changed delivery into the cached lists, runs and details, so that screens show the change at once. The lists are read
 * again a moment later.
 */
export function updateCachedDelivery(delivery: Delivery) {
  const row = deliveryRow().parse(delivery)
  changeCachedRows(listDeliveries, (rows) => rows.map((known) => (known.id === row.id ? row : known)))
  rememberAnswer(readDelivery, { params: { id: delivery.id } }, delivery)
  void invalidate(readStatusHistory, { id: delivery.id })
  if (delivery.status === 'delivered') void invalidate(readPriorDeliveries, { id: delivery.patient_id })
  refreshLists(delivery)
}

/** Returns the data that a cached run or list has about a delivery. Screens show this data if the delivery cannot be loaded. */
export const cachedDelivery = (id: string): RunDelivery | DeliveryRow | undefined =>
  [...cachedAnswers(readRun).flatMap(({ deliveries }) => deliveries), ...cachedRows(listDeliveries)].find(
    (row) => row.id === id,
  )

/** Removes a deleted delivery from the cached lists and details. Lists and runs are read again. */
export function removeCachedDelivery(id: string) {
  changeCachedRows(listDeliveries, (rows) => rows.filter((row) => row.id !== id))
  forgetAnswers(readDelivery, { id })
  refreshLists()
}

/**
 * Reads a delivery, its status history, the lists and the runs again, for example after the server refused a call because somebody
 * else had changed the delivery.
 */
export function rereadDelivery(id: string) {
  for (const refresh of refreshes) refresh(undefined)
  void invalidate(readDelivery, { id })
  void invalidate(readStatusHistory, { id })
  void invalidate(listDeliveries)
}

/**
 * Marks a delivery, its status history and the lists as outdated. They are read again only when they are next shown, so that an
 * open form stays as it is.
 */
export function markDeliveryOutdated(id: string) {
  void markOutdated(readDelivery, { id })
  void markOutdated(readStatusHistory, { id })
  void markOutdated(listDeliveries)
}
