import type * as deliveries from '#shared/api/deliveries.ts'
import { toDollars } from '#shared/rules/money.ts'
import { doorNeedsOf } from '#shared/rules/needs.ts'
import { sortWithStopNumbers, stopKey } from '#shared/rules/stops.ts'
import { isFinalStatus } from '#shared/rules/transitions.ts'
import { dayLowerBound, dayUpperBound, type StoredDelivery } from '../data/entities/delivery.ts'
import { emptyRun } from '../data/entities/run.ts'
import { aboutDelivery } from '../data/subjects.ts'
import type { Caller, Operation } from '../http/operation.ts'
import type { Services } from '../http/services.ts'
import { findDelivery } from './read-delivery.ts'
import { statusesOnRun } from './run-of.ts'
import { currentSlipCharacters, printedSlipCode } from './slip.ts'

/** Reads what stands on a package's slip. */
export const readPrintData: Operation<typeof deliveries.readPrintData> = async (request, services) => {
  const { caller, params, activity } = request
  const delivery = await findDelivery(caller, params, services)
  const [door, slip] = await Promise.all([
    readDoorOf(delivery, caller, services),
    currentSlipCharacters(delivery, services),
    activity.record({ action: 'delivery.printed', ...aboutDelivery(delivery) }),
  ])
  const { id, patient_name, rx_count, sku_count, delivery_date, time_range, pharmacist_name } = delivery
  const { delivery_address, apt_suite_building, city, state, zip_code, collect_copay, total_copay } = delivery
  return {
    id,
    organisation: caller.tenant.name,
    organisation_phone: caller.tenant.phone_number,
    patient_name,
    rx_count,
    sku_count,
    delivery_date,
    time_range,
    delivery_address,
    apt_suite_building,
    city,
    state,
    zip_code,
    pharmacist_name,
    ...door,
    needs: doorNeedsOf(delivery),
    amount_due: collect_copay ? toDollars(total_copay) : 0,
    url: `${services.appOrigin}/pharmacy/delivery/${id}?slip=${slip}`,
    code: printedSlipCode(id, slip),
  }
}

/** Reads the number of a package's stop, and how many packages its driver takes to this door. Without a driver, counts all of them. */
async function readDoorOf(delivery: StoredDelivery, { keys }: Caller, { table }: Services) {
  const { id, delivery_date, pharmacist_id } = delivery
  const day = { from: dayLowerBound(delivery_date), to: dayUpperBound(delivery_date) }
  const statuses = pharmacist_id === null ? (['unassigned', 'pending'] as const) : statusesOnRun
  const [run, ...lists] = await Promise.all([
    pharmacist_id === null ? undefined : table.get(keys.run(delivery_date, pharmacist_id)),
    ...statuses.map((status) => table.queryAll(keys.ofPharmacist(pharmacist_id, status), day)),
  ])
  const { order, numbers } = run ?? emptyRun
  const rows = [...new Map([...lists.flat(), delivery].map((row) => [row.id, row])).values()]
  const here = rows.filter((row) => stopKey(row) === stopKey(delivery))
  const place = sortWithStopNumbers(rows, order, numbers).find(({ item }) => item.id === id)
  return {
    stop: pharmacist_id === null ? null : (place?.stop ?? null),
    packages_at_door: here.filter((row) => row.id === id || !isFinalStatus(row.status)).length,
  }
}
