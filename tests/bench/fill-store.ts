import { create, type Item as StoredItem, type Table, type Value, type Write } from 'dynalite/db/index.js'
import { inBytes } from '#infra/simulators/dynamodb/byte-text.ts'
import { placesOf } from '#infra/simulators/dynamodb/places-of.ts'
import type { Item } from '#tests/support/item-of.ts'

const batchSize = 4000

/** Writes items and their index rows straight into the stand-in's files: a million in minutes. The stand-in must not be running. */
export async function fillStore(folder: string, tableName: string, items: Iterable<Item>): Promise<void> {
  const store = create({ path: folder, createTableMs: 0 })
  await store.db.open()
  try {
    const table = await new Promise<Table>((resolve, reject) => {
      store.getTable(tableName, (error, found) => (found ? resolve(found) : reject(error ?? new Error('No table'))))
    })
    let batch: Write[] = []
    for (const item of items) {
      batch.push(...placesOf(inBytes(storedItem(item)), table).map((place): Write => ({ type: 'put', ...place })))
      if (batch.length < batchSize) continue
      await store.db.batch(batch)
      batch = []
    }
    await store.db.batch(batch)
  } finally {
    await store.db.close()
  }
}

const storedItem = (item: object): StoredItem =>
  Object.fromEntries(
    Object.entries(item).flatMap(([name, value]) => (value === undefined ? [] : [[name, storedValue(value)]])),
  )

function storedValue(value: unknown): Value {
  if (typeof value === 'string') return { S: value }
  if (typeof value === 'number') return { N: String(value) }
  if (typeof value === 'boolean') return { BOOL: value }
  if (Array.isArray(value)) return { L: value.map(storedValue) }
  return typeof value === 'object' && value !== null ? { M: storedItem(value) } : { NULL: true }
}
