import type { Item, Store, Table, Write } from 'dynalite/db/index.js'
import { inBytes } from './byte-text.ts'
import { placesOf } from './places-of.ts'

const mark = 'text~in-bytes'

/** Converts a data folder from before November 2026, when strings were stored as text, to strings in bytes. */
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
  // In one piece, because an item that is converted twice is lost.
  await db.batch(writes)
}

const range = (part: string) => ({ gt: `${part}~`, lt: `${part}\x7f` })
