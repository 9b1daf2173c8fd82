import type { StoredDelivery } from '../data/entities/delivery.ts'
import { batchLimit } from '../data/table.ts'
import type { Caller } from '../http/operation.ts'
import type { Services } from '../http/services.ts'

/** The deliveries with these ids as they are now, whatever an index says. Unknown and deleted ones are left out. */
export async function readDeliveries(
  ids: readonly string[],
  { keys }: Caller,
  table: Services['table'],
): Promise<StoredDelivery[]> {
  const batches = Array.from({ length: Math.ceil(ids.length / batchLimit) }, (_, i) =>
    table.getAll(
      ids.slice(i * batchLimit, (i + 1) * batchLimit).map((id) => keys.delivery(id)),
      { consistent: true },
    ),
  )
  return (await Promise.all(batches)).flat().flatMap((found) => (found && !found.deleted_at ? [found] : []))
}
