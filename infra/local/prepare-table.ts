import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  type DynamoDBClient,
  type GlobalSecondaryIndexDescription,
  ResourceNotFoundException,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb'
import { tableDesign } from '#functions/data/keys.ts'
import { StartProblem } from './start-problem.ts'

const { partition, sort, indexes, ttl } = tableDesign
const patience_s = 60

/** Creates the table of the design unless it exists. Throws `StartProblem` when the existing one has other indexes. */
export async function prepareTable(client: DynamoDBClient, name: string): Promise<void> {
  const found = await indexesOf(client, name)
  if (!found) await client.send(new CreateTableCommand(tableInput(name)))
  else if (JSON.stringify(found) !== JSON.stringify(shapeOf(tableInput(name).GlobalSecondaryIndexes ?? []))) {
    throw new StartProblem(
      `The table ${name} was created by another version of Carelane, with other indexes. Choose another data folder (DATA_DIR) or, on another engine, delete the table.`,
    )
  }
  await waitUntilTableExists({ client, maxWaitTime: patience_s, minDelay: 1, maxDelay: 1 }, { TableName: name })
  await setTimeToLive(client, name)
}

async function setTimeToLive(client: DynamoDBClient, TableName: string): Promise<void> {
  const { TimeToLiveDescription } = await client.send(new DescribeTimeToLiveCommand({ TableName }))
  if (TimeToLiveDescription?.TimeToLiveStatus !== 'DISABLED') return
  const TimeToLiveSpecification = { Enabled: true, AttributeName: ttl }
  await client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }))
}

function tableInput(name: string): CreateTableCommandInput {
  const keys = new Set([partition, sort, ...indexes.flatMap((index) => [index.partition, index.sort])])
  return {
    TableName: name,
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

async function indexesOf(client: DynamoDBClient, name: string) {
  try {
    const { Table } = await client.send(new DescribeTableCommand({ TableName: name }))
    return shapeOf(Table?.GlobalSecondaryIndexes ?? [])
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined
    throw error
  }
}

const shapeOf = (given: readonly GlobalSecondaryIndexDescription[]) =>
  given
    .map(({ IndexName, KeySchema, Projection }) => [
      IndexName,
      KeySchema?.map(({ AttributeName }) => AttributeName),
      Projection?.ProjectionType,
      [...(Projection?.NonKeyAttributes ?? [])].sort(),
    ])
    .sort((one, other) => (String(one[0]) < String(other[0]) ? -1 : 1))
