import { createKey, getIndexActions, type Item, type Store, type Table, type Write } from 'dynalite/db/index.js'
import { inBytes } from './byte-text.ts'

const mark = 'text~in-bytes'

/** Turns a folder that was written when strings were kept as text, before November 2026, into one that has them in bytes. */
export async function upgradeDataFolder({ db }: Store): Promise<void> {
  if (await db.get(mark)) return
  const writes: Write[] = [{ type: 'put', key: mark, value: true }]
  for await (const [, table] of db.iterator<Table>(range('table'))) {
    for await (const [, item] of db.iterator<Item>(range(`item-${table.TableName}`))) {
      const converted = inBytes(item)
      if (JSON.stringify(converted) === JSON.stringify(item)) continue
      const old = placesOf(item, table).map(({ key }): Write => ({ type: 'del', key }))
      writes.push(...old, ...placesOf(converted, table).map((place): Write => ({ type: 'put', ...place })))
    }
  }
  // All at once: what is converted twice is lost.
  await db.batch(writes)
}

/** Where dynalite has an item: under its own key, and in the indexes. */
function placesOf(item: Item, table: Table): { key: string; value: Item }[] {
  const { puts } = getIndexActions(table.GlobalSecondaryIndexes ?? [], null, item, table)
  return [
    { key: `item-${table.TableName}~${createKey(item, table)}`, value: item },
    ...puts.map((entry) => ({
      key: `index-global~${table.TableName}~${entry.index}~${entry.key}`,
      value: entry.item,
    })),
  ]
}

const range = (part: string) => ({ gt: `${part}~`, lt: `${part}\x7f` })
