import type { StoredDelivery } from '../data/entities/delivery.ts'
import { batchReadLimit } from '../data/table.ts'
import type { Caller } from '../http/operation.ts'
import type { Services } from '../http/services.ts'

/**
 * Reads the deliveries with these ids from the table itself, because an index may lag behind. Unknown and deleted deliveries are
 * left out.
 */
export async function readDeliveries(
  ids: readonly string[],
  { keys }: Caller,
  table: Services['table'],
): Promise<StoredDelivery[]> {
  const read = (some: readonly string[]) => table.getAll(some.map(keys.delivery), { consistent: true })
  return (await readInBatches(ids, read)).flatMap((found) => (found && !found.deleted_at ? [found] : []))
}

/** Reads any number of items in batches that run in parallel. */
export async function readInBatches<T>(ids: readonly string[], read: (some: readonly string[]) => Promise<T[]>) {
  const batches = Array.from({ length: Math.ceil(ids.length / batchReadLimit) }, (_, i) =>
    read(ids.slice(i * batchReadLimit, (i + 1) * batchReadLimit)),
  )
  return (await Promise.all(batches)).flat()
}
