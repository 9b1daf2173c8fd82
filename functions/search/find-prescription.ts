import type * as searchAndDay from '#shared/api/search-and-day.ts'
import { addDays } from '#shared/rules/dates.ts'
import { rxKey } from '#shared/rules/rx-key.ts'
import { isOpenStatus } from '#shared/rules/transitions.ts'
import { aboutList } from '../data/subjects.ts'
import { batchReadLimit } from '../data/table.ts'
import { maySeeDelivery } from '../deliveries/delivery-access.ts'
import { todayOf } from '../deliveries/today.ts'
import type { Operation } from '../http/operation.ts'

const recentDays = 30

/**
 * Finds those of a prescription's deliveries that the caller may see, that are open or delivered, and that are not older than 30
 * days. So the staff learn that the prescription is already being delivered while they are still entering it a second time.
 */
export const findPrescription: Operation<typeof searchAndDay.findPrescription> = async (
  { query, caller, activity },
  services,
) => {
  const { keys } = caller
  const rx = rxKey(query.rx_number)
  const { items } = await services.table.query(keys.rx(rx), { startsWith: `${rx}#`, limit: batchReadLimit })
  // Entries of a longer number may also match, if that number begins with this one and a `#`.
  const ids = items.filter(({ rx_number }) => rxKey(rx_number) === rx).map(({ delivery_id }) => delivery_id)
  const found = await services.table.getAll(ids.map((id) => keys.delivery(id)))
  const oldest = addDays(todayOf(caller, services), -recentDays)
  const known = found
    .flatMap((delivery) => (delivery && !delivery.deleted_at && maySeeDelivery(caller, delivery) ? [delivery] : []))
    .filter(({ status, delivery_date }) => (isOpenStatus(status) || status === 'delivered') && delivery_date >= oldest)
    .sort((a, b) => b.delivery_date.localeCompare(a.delivery_date))
    .map(({ id, status, delivery_date }) => ({ id, status, delivery_date }))
  const { rx_number } = query
  await activity.record({
    action: 'delivery.listed',
    ...aboutList('delivery'),
    query: { rx_number },
    count: known.length,
  })
  return known
}
