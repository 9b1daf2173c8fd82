import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DescribeTableCommand,
  type DynamoDBClient,
  type GlobalSecondaryIndexDescription,
  ResourceNotFoundException,
} from '@aws-sdk/client-dynamodb'
import { tableDesign } from '#functions/data/keys.ts'
import { StartProblem } from './start-problem.ts'

const { partition, sort, indexes } = tableDesign

/** Makes the table of the design, or finds it made. Throws `StartProblem` when the one there has other indexes. */
export async function createTable(client: DynamoDBClient, name: string): Promise<void> {
  const found = await indexesOf(client, name)
  if (!found) {
    await client.send(new CreateTableCommand(tableInput(name)))
    return
  }
  if (JSON.stringify(found) !== JSON.stringify(shapeOf(tableInput(name).GlobalSecondaryIndexes ?? []))) {
    throw new StartProblem(
      'The data folder was filled by another version of Carelane, whose table has other indexes (DATA_DIR). Move it away or choose another.',
    )
  }
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
