import { listDeliveries, readDelivery, readPriorDeliveries, readStatusHistory } from '#shared/api/deliveries.ts'
import { listRuns, readRun } from '#shared/api/runs.ts'
import type { Delivery } from '#shared/model/delivery.ts'
import { type DeliveryRow, deliveryRow } from '#shared/model/delivery-row.ts'
import type { RunDelivery } from '#shared/model/run.ts'
import { cachedRows } from '../../lib/api/paged-queries.ts'
import {
  cachedAnswers,
  changeCachedAnswers,
  changeCachedRows,
  forgetAnswers,
  invalidate,
  markOutdated,
  rememberAnswer,
} from '../../lib/api/queries.ts'

/** Lists are read again after this time, because the server updates their indexes a moment after the delivery itself. */
const indexDelayMs = 1000

/** Marks all cached runs as outdated. Those that are shown are read again at once, the others when they are next shown. */
export function rereadRuns(): void {
  void invalidate(readRun)
  void invalidate(listRuns)
}

/** Shows the changed delivery in the cached runs, until they have been read again. */
function changeCachedRuns({ id, version, status, attempts, returned_at }: Delivery) {
  const next = { version, status, attempts, returned_at }
  changeCachedAnswers(readRun, (run) => ({
    ...run,
    deliveries: run.deliveries.map((known) => (known.id === id ? { ...known, ...next } : known)),
  }))
}

function refreshLists(changed?: Delivery) {
  if (changed) changeCachedRuns(changed)
  rereadRuns()
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
 * Reads a delivery, its status history, the lists and the runs again, for example after the server refused a call because someone
 * else had changed the delivery.
 */
export function rereadDelivery(id: string) {
  rereadRuns()
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
