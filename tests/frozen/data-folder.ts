import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CreateTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { BatchWriteCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { startDynamodb } from '@carelane/simulators/dynamodb'
import type { Frozen } from './frozen.ts'

const schema = (partition: string, sort: string) => [
  { AttributeName: partition, KeyType: 'HASH' as const },
  { AttributeName: sort, KeyType: 'RANGE' as const },
]

/** The name of the release's table. The part after the hyphen stands for the hash of the table's design. */
const oldTable = 'carelane-00000000'

/** Makes a data folder for `npm start` as the release left it, with the release's items and its signing secret. */
export async function dataFolderOf({
  items,
  indexes,
  signing_secret,
}: Frozen): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'carelane-frozen-'))
  await writeFile(join(path, 'signing-secret.json'), signing_secret)
  const { endpoint, close } = await startDynamodb({ dataDir: join(path, 'dynamodb') })
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint, region: 'us-east-1', credentials }))
  const keyNames = new Set(['pk', 'sk', ...indexes.flatMap(({ partition, sort }) => [partition, sort])])
  await client.send(
    new CreateTableCommand({
      TableName: oldTable,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [...keyNames].map((AttributeName) => ({ AttributeName, AttributeType: 'S' })),
      KeySchema: schema('pk', 'sk'),
      GlobalSecondaryIndexes: indexes.map(({ name, partition, sort, projection }) => ({
        IndexName: name,
        KeySchema: schema(partition, sort),
        Projection:
          projection === 'KEYS_ONLY'
            ? { ProjectionType: 'KEYS_ONLY' }
            : { ProjectionType: 'INCLUDE', NonKeyAttributes: projection },
      })),
    }),
  )
  for (let i = 0; i < items.length; i += 25) {
    const writes = items.slice(i, i + 25).map((Item) => ({ PutRequest: { Item } }))
    await client.send(new BatchWriteCommand({ RequestItems: { [oldTable]: writes } }))
  }
  client.destroy()
  await close()
  return { path, remove: () => rm(path, { recursive: true }) }
}
