import { fillTable, type Item as StoredItem, type Value } from '@carelane/simulators/dynamodb/fill-table'
import type { Item } from '#tests/support/item-of.ts'

/**
 * Writes items and their index rows directly into the data folder of the simulated DynamoDB: a million in a few minutes. No
 * simulator may use the folder meanwhile.
 */
export async function fillStore(folder: string, tableName: string, items: Iterable<Item>): Promise<void> {
  await fillTable(folder, tableName, storedItems(items))
}

function* storedItems(items: Iterable<Item>): Generator<StoredItem> {
  for (const item of items) yield storedItem(item)
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
