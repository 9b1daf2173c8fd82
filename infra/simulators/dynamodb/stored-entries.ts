import { createStoreKey, type DynamodbItem, getIndexActions, type TableDescription } from './dynalite.ts'

interface Entry {
  key: string
  value: DynamodbItem
}

/**
 * Returns the entries of an item in dynalite's store: one under its own key, and one in each index whose keys the item has. The
 * item must come from `toByteStrings`.
 */
export function storedEntriesOf(item: DynamodbItem, table: TableDescription): Entry[] {
  const { TableName, GlobalSecondaryIndexes = [] } = table
  const { puts } = getIndexActions(GlobalSecondaryIndexes, null, item, table)
  return [
    { key: `item-${TableName}~${createStoreKey(item, table)}`, value: item },
    ...puts.map((entry) => ({ key: `index-global~${TableName}~${entry.index}~${entry.key}`, value: entry.item })),
  ]
}
