import { createHash } from 'node:crypto'
import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DescribeTimeToLiveCommand,
  type DynamoDBClient,
  paginateListTables,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb'
import {
  CreateBucketCommand,
  ListObjectsV2Command,
  NoSuchBucket,
  PutBucketCorsCommand,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import {
  BatchWriteCommand,
  type BatchWriteCommandInput,
  DynamoDBDocumentClient,
  paginateScan,
} from '@aws-sdk/lib-dynamodb'
import { tableDesign } from '#functions/data/table-keys.ts'
import { mediaCors } from '#infra/media-cors.ts'

const { partition, sort, indexes, ttl } = tableDesign

type Design = Omit<CreateTableCommandInput, 'TableName'>

/** BatchWriteItem accepts at most this many items. */
const batchItems = 25

/** An engine may take this long to create a table. */
const creationSeconds = 60

/**
 * Creates a table whose name contains a hash of the current design, unless it exists, and returns its name. Items in tables of
 * earlier designs are moved into it batch by batch; if a start is interrupted, the next one continues.
 */
export async function ensureCurrentTable(client: DynamoDBClient, product: string): Promise<string> {
  const design = designOf()
  const name = `${product}-${createHash('sha256').update(JSON.stringify(design)).digest('hex').slice(0, 8)}`
  const present = await tablesOf(client, product)
  if (!present.includes(name)) {
    await client.send(new CreateTableCommand({ ...design, TableName: name }))
    await waitUntilTableExists({ client, maxWaitTime: creationSeconds, minDelay: 1, maxDelay: 1 }, { TableName: name })
  }
  await setTimeToLive(client, name)
  for (const oldName of present.filter((other) => other !== name))
    await moveItems(DynamoDBDocumentClient.from(client), oldName, name)
  return name
}

function designOf(): Design {
  const keys = new Set([partition, sort, ...indexes.flatMap((index) => [index.partition, index.sort])])
  return {
    BillingMode: 'PAY_PER_REQUEST',
    AttributeDefinitions: [...keys].map((key) => ({ AttributeName: key, AttributeType: 'S' })),
    KeySchema: keySchema(partition, sort),
    GlobalSecondaryIndexes: indexes.map((index) => ({
      IndexName: index.name,
      KeySchema: keySchema(index.partition, index.sort),
      Projection:
        index.projection === 'KEYS_ONLY'
          ? { ProjectionType: 'KEYS_ONLY' }
          : { ProjectionType: 'INCLUDE', NonKeyAttributes: [...index.projection] },
    })),
  }
}

const keySchema = (hash: string, range: string) => [
  { AttributeName: hash, KeyType: 'HASH' as const },
  { AttributeName: range, KeyType: 'RANGE' as const },
]

/**
 * Returns the names of the product's tables, of the current design and of earlier ones. Other names are left out, because an engine
 * other than the simulator may also hold unrelated tables.
 */
async function tablesOf(client: DynamoDBClient, product: string): Promise<string[]> {
  const names: string[] = []
  for await (const { TableNames = [] } of paginateListTables({ client }, {})) names.push(...TableNames)
  return names.filter((name) => isNamedByDesign(name, product))
}

const isNamedByDesign = (name: string, product: string) =>
  name.startsWith(`${product}-`) && /^[0-9a-f]{8}$/.test(name.slice(product.length + 1))

async function setTimeToLive(client: DynamoDBClient, TableName: string): Promise<void> {
  const { TimeToLiveDescription } = await client.send(new DescribeTimeToLiveCommand({ TableName }))
  if (TimeToLiveDescription?.TimeToLiveStatus !== 'DISABLED') return
  const TimeToLiveSpecification = { Enabled: true, AttributeName: ttl }
  await client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }))
}

async function moveItems(client: DynamoDBDocumentClient, from: string, to: string): Promise<void> {
  for await (const { Items = [] } of paginateScan({ client }, { TableName: from }))
    for (let i = 0; i < Items.length; i += batchItems) {
      const items = Items.slice(i, i + batchItems)
      await writeAll(
        client,
        to,
        items.map((Item) => ({ PutRequest: { Item } })),
      )
      await writeAll(
        client,
        from,
        items.map((item) => ({ DeleteRequest: { Key: { pk: item[partition], sk: item[sort] } } })),
      )
    }
}

type Writes = NonNullable<BatchWriteCommandInput['RequestItems']>[string]

async function writeAll(client: DynamoDBDocumentClient, table: string, writes: Writes): Promise<void> {
  for (let left = writes; left.length > 0; ) {
    const { UnprocessedItems } = await client.send(new BatchWriteCommand({ RequestItems: { [table]: left } }))
    left = UnprocessedItems?.[table] ?? []
  }
}

/** Creates the bucket unless it exists, and lets the pages of `origins` read it and post to it, as the stack does. */
export async function prepareBucket(client: S3Client, Bucket: string, origins: readonly string[]): Promise<void> {
  // Don't use HeadBucket, although it would be enough: its errors have no message.
  const isThere = await client.send(new ListObjectsV2Command({ Bucket, MaxKeys: 1 })).then(
    () => true,
    (error: unknown) => {
      if (error instanceof NoSuchBucket) return false
      throw error
    },
  )
  if (!isThere) await client.send(new CreateBucketCommand({ Bucket }))
  const { methods, maxAgeSeconds } = mediaCors
  const rule = { AllowedOrigins: [...origins], AllowedMethods: [...methods], MaxAgeSeconds: maxAgeSeconds }
  await client
    .send(new PutBucketCorsCommand({ Bucket, CORSConfiguration: { CORSRules: [rule] } }))
    .catch((error: unknown) => {
      // MinIO has no CORS rules per bucket: it accepts every page.
      if (!(error instanceof S3ServiceException && error.name === 'NotImplemented')) throw error
    })
}
