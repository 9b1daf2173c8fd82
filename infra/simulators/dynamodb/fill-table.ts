import { toByteStrings } from './byte-text.ts'
import {
  createDynaliteStore,
  type DynamodbItem,
  type DynamodbValue,
  type StoreWrite,
  type TableDescription,
} from './dynalite.ts'
import { storedEntriesOf } from './stored-entries.ts'

export type { DynamodbItem as Item, DynamodbValue as Value }

const batchSize = 4000

/**
 * Writes items and their index entries directly into a data folder that has the table, which takes a few minutes for a million
 * items. The items have DynamoDB's JSON form, such as `{ pk: { S: 'a' } }`. No simulator may use the folder meanwhile.
 */
export async function fillTable(dataDir: string, tableName: string, items: Iterable<DynamodbItem>): Promise<void> {
  const store = createDynaliteStore({ path: dataDir, createTableMs: 0 })
  await store.db.open()
  try {
    const table = await new Promise<TableDescription>((resolve, reject) => {
      store.getTable(tableName, (error, found) => (found ? resolve(found) : reject(error ?? new Error('No table'))))
    })
    let batch: StoreWrite[] = []
    for (const item of items) {
      batch.push(...storedEntriesOf(toByteStrings(item), table).map((entry): StoreWrite => ({ type: 'put', ...entry })))
      if (batch.length < batchSize) continue
      await store.db.batch(batch)
      batch = []
    }
    await store.db.batch(batch)
  } finally {
    await store.db.close()
  }
}
