import { listDeliveries, readDelivery, readPriorDeliveries, readStatusHistory } from '#shared/api/deliveries.ts'
import { readRun } from '#shared/api/runs.ts'
import type { Delivery } from '#shared/model/delivery.ts'
import { type DeliveryRow, deliveryRow } from '#shared/model/delivery-row.ts'
import type { RunDelivery } from '#shared/model/run.ts'
import { cachedRows } from '../../lib/api/paged-queries.ts'
import {
  cachedAnswers,
  changeRows,
  forgetAnswers,
  invalidate,
  markOutdated,
  rememberAnswer,
} from '../../lib/api/queries.ts'

/** The indexes of the lists are updated a moment after the table, so a list that is read at once may show the old state. */
const indexDelayMs = 1000

type Refresh = (changed: Delivery | undefined) => void

/** Screens with other data about deliveries register here, so that it is read again, too. */
const refreshes = new Set<Refresh>()
export const refreshWithDeliveries = (refresh: Refresh) => void refreshes.add(refresh)

function refreshLists(changed?: Delivery) {
  for (const refresh of refreshes) refresh(changed)
  void markOutdated(listDeliveries)
  setTimeout(() => void invalidate(listDeliveries), indexDelayMs)
}

/** Shows a changed delivery everywhere on the screen, before the lists are read again. */
export function keepDelivery(delivery: Delivery) {
  const row = deliveryRow().parse(delivery)
  changeRows(listDeliveries, (rows) => rows.map((known) => (known.id === row.id ? row : known)))
  rememberAnswer(readDelivery, { params: { id: delivery.id } }, delivery)
  void invalidate(readStatusHistory, { id: delivery.id })
  if (delivery.status === 'delivered') void invalidate(readPriorDeliveries, { id: delivery.patient_id })
  refreshLists(delivery)
}

/** What a run or a list has shown of a delivery that cannot be read now. */
export const cachedDelivery = (id: string): RunDelivery | DeliveryRow | undefined =>
  [...cachedAnswers(readRun).flatMap(({ deliveries }) => deliveries), ...cachedRows(listDeliveries)].find(
    (row) => row.id === id,
  )

/** Removes a deleted delivery from the screen. */
export function dropDelivery(id: string) {
  changeRows(listDeliveries, (rows) => rows.filter((row) => row.id !== id))
  forgetAnswers(readDelivery, { id })
  refreshLists()
}

/** Reads a delivery again after a refusal that somebody else's change has caused. */
export function rereadDelivery(id: string) {
  for (const refresh of refreshes) refresh(undefined)
  void invalidate(readDelivery, { id })
  void invalidate(readStatusHistory, { id })
  void invalidate(listDeliveries)
}

/** Like `rereadDelivery`, but not before the delivery is next shown, so that an open form stays as it is. */
export function outdateDelivery(id: string) {
  void markOutdated(readDelivery, { id })
  void markOutdated(readStatusHistory, { id })
  void markOutdated(listDeliveries)
}
