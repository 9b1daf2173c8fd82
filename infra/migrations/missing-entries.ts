import type { Key } from '#functions/data/key.ts'
import { batchLimit, type Table } from '#functions/data/table.ts'
import type { Write } from '#functions/data/writes.ts'

interface Entry {
  key: Key<unknown, unknown>
  added: Write
}

/** What puts those entries that are not there. */
export async function missingEntries(table: Table, entries: readonly Entry[]): Promise<Write[]> {
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
