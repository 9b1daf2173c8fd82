import { createKey, getIndexActions, type Item, type Table } from './dynalite.ts'

interface Place {
  key: string
  value: Item
}

/** Where dynalite's store has an item, whose strings are in bytes: under its own key, and in the indexes. */
export function placesOf(item: Item, table: Table): Place[] {
  const { TableName, GlobalSecondaryIndexes = [] } = table
  const { puts } = getIndexActions(GlobalSecondaryIndexes, null, item, table)
  return [
    { key: `item-${TableName}~${createKey(item, table)}`, value: item },
    ...puts.map((entry) => ({ key: `index-global~${TableName}~${entry.index}~${entry.key}`, value: entry.item })),
  ]
}
