import { listDeliveries, readDelivery, readPriorDeliveries, readStatusHistory } from '#shared/api/deliveries.ts'
import { readRun } from '#shared/api/runs.ts'
import { type Delivery, type DeliveryRow, deliveryRow } from '#shared/model/delivery.ts'
import type { RunDelivery } from '#shared/model/run.ts'
import { cachedRows } from '../../lib/api/paged-queries.ts'
import { cachedAnswers, changeRows, forgetAnswers, invalidate, outdate, rememberAnswer } from '../../lib/api/queries.ts'

/** The lists are read from indexes that follow the table by a moment: asked at once they may still tell the old state. */
const indexDelayMs = 1000

type Refresh = (changed: Delivery | undefined) => void

/** Screens that show something else made of deliveries add how it is read again. */
const refreshes = new Set<Refresh>()
export const refreshWithDeliveries = (refresh: Refresh) => void refreshes.add(refresh)

function refreshLists(changed?: Delivery) {
  for (const refresh of refreshes) refresh(changed)
  void outdate(listDeliveries)
  setTimeout(() => void invalidate(listDeliveries), indexDelayMs)
}

/** Shows a changed delivery wherever it is on the screen, before the lists are read again. */
export function keepDelivery(delivery: Delivery) {
  const row = deliveryRow().parse(delivery)
  changeRows(listDeliveries, (rows) => rows.map((known) => (known.id === row.id ? row : known)))
  rememberAnswer(readDelivery, { params: { id: delivery.id } }, delivery)
  void invalidate(readStatusHistory, { id: delivery.id })
  if (delivery.status === 'delivered') void invalidate(readPriorDeliveries, { id: delivery.patient_id })
  refreshLists(delivery)
}

/** What a run or a list has told of a delivery that cannot be read now. */
export const toldOf = (id: string): RunDelivery | DeliveryRow | undefined =>
  [...cachedAnswers(readRun).flatMap(({ deliveries }) => deliveries), ...cachedRows(listDeliveries)].find(
    (row) => row.id === id,
  )

/** Takes a deleted delivery off the screen. */
export function dropDelivery(id: string) {
  changeRows(listDeliveries, (rows) => rows.filter((row) => row.id !== id))
  forgetAnswers(readDelivery, { id })
  refreshLists()
}

/** After a refusal that somebody else's change caused: shows what the delivery has become. */
export function rereadDelivery(id: string) {
  for (const refresh of refreshes) refresh(undefined)
  void invalidate(readDelivery, { id })
  void invalidate(readStatusHistory, { id })
  void invalidate(listDeliveries)
}

/** As `rereadDelivery`, but only when it is next shown: a form that is filled in stays as it is. */
export function outdateDelivery(id: string) {
  void outdate(readDelivery, { id })
  void outdate(readStatusHistory, { id })
  void outdate(listDeliveries)
}
