import { entriesOf } from '#functions/data/delivery-entries.ts'
import type { StoredDelivery } from '#functions/data/entities.ts'
import type { TenantKeys } from '#functions/data/keys.ts'
import { batchLimit, type Table } from '#functions/data/table.ts'
import type { Write } from '#functions/data/writes.ts'

/** The entries by which a delivery is to be found, and is not yet. */
export async function missingEntries(table: Table, keys: TenantKeys, delivery: StoredDelivery): Promise<Write[]> {
  const entries = entriesOf(keys, delivery)
  const missing: Write[] = []
  for (let i = 0; i < entries.length; i += batchLimit) {
    const batch = entries.slice(i, i + batchLimit)
    const kept = await table.getAll(
      batch.map(({ key }) => key),
      { consistent: true },
    )
    missing.push(...batch.filter((_, at) => !kept[at]).map(({ added }) => added))
  }
  return missing
}
