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

/** The first release's indexes projected these, one by one. */
const columns =
  'id version status delivery_date time_range patient_id patient_name phone delivery_address apt_suite_building city state zip_code ' +
  'pharmacist_id pharmacist_name total_copay total_price rx_count sku_count completed_at'

const index = (IndexName: string, partition: string) => ({
  IndexName,
  KeySchema: schema(partition, 'list_sk'),
  Projection: { ProjectionType: 'INCLUDE' as const, NonKeyAttributes: columns.split(' ') },
})

/** A data folder of `npm start` as a release left it: its table, under the name that it had, and its signing secret. */
export async function dataFolderOf({
  items,
  signing_secret,
}: Frozen): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'carelane-frozen-'))
  await writeFile(join(path, 'signing-secret.json'), signing_secret)
  const { endpoint, close } = await startDynamodb({ dataDir: join(path, 'dynamodb') })
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' }
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint, region: 'us-east-1', credentials }))
  await client.send(
    new CreateTableCommand({
      TableName: 'carelane',
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: ['pk', 'sk', 'status_pk', 'pharmacist_pk', 'patient_pk', 'list_sk'].map(
        (AttributeName) => ({
          AttributeName,
          AttributeType: 'S',
        }),
      ),
      KeySchema: schema('pk', 'sk'),
      GlobalSecondaryIndexes: [
        index('by_status', 'status_pk'),
        index('by_pharmacist', 'pharmacist_pk'),
        { ...index('by_patient', 'patient_pk'), Projection: { ProjectionType: 'KEYS_ONLY' } },
      ],
    }),
  )
  for (let i = 0; i < items.length; i += 25) {
    const carelane = items.slice(i, i + 25).map((Item) => ({ PutRequest: { Item } }))
    await client.send(new BatchWriteCommand({ RequestItems: { carelane } }))
  }
  client.destroy()
  await close()
  return { path, remove: () => rm(path, { recursive: true }) }
}
