import { addressKey, stopKey } from '#shared/rules/stops.ts'
import { dayLowerBound, dayUpperBound } from '../data/entities/delivery.ts'
import { keysOf } from '../data/table-keys.ts'
import type { Services } from '../http/services.ts'
import { findUpcomingStop, storeRunProgress } from './upcoming-stop.ts'

/** The most doors of a stop for which tasks are written. The tasks must fit into one transaction. */
const mostDoors = 80

/**
 * Finds the stop that becomes the next one of a run because a delivery is no longer on its way. Returns the id of one delivery for
 * each door there. Returns an empty list if nothing else is on its way, or if the delivery's own stop still has packages out,
 * because their recipients have already been told that they are next. Also stores the run's progress.
 */
export async function findNextStopDeliveryIds(
  services: Services,
  tenantId: string,
  deliveryId: string,
): Promise<string[]> {
  const { table } = services
  const keys = keysOf(tenantId)
  const ended = await table.get(keys.delivery(deliveryId))
  if (!ended?.pharmacist_id) return []
  const found = await findUpcomingStop(services, tenantId, ended)
  await storeRunProgress(services, tenantId, ended, found)
  const { first } = found
  if (!first || stopKey(first) === stopKey(ended)) return []
  if (!first.is_business_address) return [first.id]
  const rows = await table.queryAll(keys.ofPharmacist(ended.pharmacist_id, 'in_progress'), {
    from: dayLowerBound(ended.delivery_date),
    to: dayUpperBound(ended.delivery_date),
  })
  const there = rows.filter((row) => stopKey(row) === stopKey(first))
  const doors = new Map([first, ...there].map((item) => [`${item.patient_id}\n${addressKey(item)}`, item.id]))
  return [...doors.values()].slice(0, mostDoors)
}
