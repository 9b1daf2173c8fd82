import { addressKey, inStops } from '#shared/rules/stops.ts'
import { dayEnd, dayStart } from '../data/entities/delivery.ts'
import { newRun } from '../data/entities/run.ts'
import type { StoredTenant } from '../data/entities/tenant.ts'
import { keysOf } from '../data/table-keys.ts'
import type { Services } from '../http/services.ts'

/** How many rows are read if nobody has ordered the run. Its first stop is then at the beginning of the index. */
const enough = 25

/** How many doors of one stop get their notices in one transaction. */
const mostDoors = 80

/** Finds the next stop on the run of a delivery, and returns the id of one delivery for each door there. */
export async function nextStop({ table }: Services, { id }: StoredTenant, deliveryId: string): Promise<string[]> {
  const keys = keysOf(id)
  const ended = await table.get(keys.delivery(deliveryId))
  if (!ended?.pharmacist_id) return []
  const { delivery_date, pharmacist_id } = ended
  const { order } = (await table.get(keys.run(delivery_date, pharmacist_id))) ?? newRun
  const out = keys.ofPharmacist(pharmacist_id, 'in_progress')
  const day = { from: dayStart(delivery_date), to: dayEnd(delivery_date) }
  const rows =
    order.length > 0 ? await table.queryAll(out, day) : (await table.query(out, { ...day, limit: enough })).items
  const first = inStops(
    rows.filter((row) => row.id !== deliveryId),
    order,
  ).filter(({ stop }) => stop === 1)
  const doors = new Map(first.map(({ item }) => [`${item.patient_id}\n${addressKey(item)}`, item.id]))
  return [...doors.values()].slice(0, mostDoors)
}
