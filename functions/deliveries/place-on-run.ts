import type { PlaceOnRun } from '#shared/model/delivery-row.ts'
import { sortWithStopNumbers } from '#shared/rules/stops.ts'
import { dayLowerBound, dayUpperBound, type StoredDeliveryRow } from '../data/entities/delivery.ts'
import { emptyRun } from '../data/entities/run.ts'
import type { Table } from '../data/table.ts'
import type { Caller } from '../http/operation.ts'

type OnRun = Pick<StoredDeliveryRow, 'id' | 'status' | 'delivery_date' | 'pharmacist_id'>

/** Finds the place of each package on its way within what its driver still has to deliver, with two reads for each run. */
export async function findPlacesOnRuns(
  packages: readonly OnRun[],
  caller: Pick<Caller, 'keys'>,
  table: Table,
): Promise<Map<string, PlaceOnRun>> {
  const out = packages.filter(({ status }) => status === 'in_progress')
  const runs = new Map(out.map((one) => [`${one.delivery_date}#${one.pharmacist_id}`, one]))
  const places = await Promise.all([...runs.values()].map((one) => placesOn(one, caller, table)))
  return new Map(places.flat())
}

async function placesOn(
  { delivery_date, pharmacist_id }: OnRun,
  { keys }: Pick<Caller, 'keys'>,
  table: Table,
): Promise<[string, PlaceOnRun][]> {
  if (pharmacist_id === null) return []
  const day = { from: dayLowerBound(delivery_date), to: dayUpperBound(delivery_date) }
  const [{ order, numbers = {} } = emptyRun, rows] = await Promise.all([
    table.get(keys.run(delivery_date, pharmacist_id)),
    table.queryAll(keys.ofPharmacist(pharmacist_id, 'in_progress'), day),
  ])
  const before = new Set<number>()
  let last: number | undefined
  return sortWithStopNumbers(rows, order, numbers).map(({ stop, item }) => {
    if (last !== undefined && stop !== last) before.add(last)
    last = stop
    // Until the numbers are settled, only the whole run tells the number of the stop.
    return [item.id, { stop: numbers[item.id] ?? null, stops_before: before.size }]
  })
}
