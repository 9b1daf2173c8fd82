import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb'

const table = DynamoDBDocumentClient.from(new DynamoDBClient({}))

/**
 * The baseline of the cold starts: the cheapest possible handler on DynamoDB, which creates the SDK's clients and makes a single
 * read.
 */
export async function handler() {
  const { Item } = await table.send(
    new GetCommand({ TableName: process.env.TABLE_NAME, Key: { pk: 'none', sk: 'none' } }),
  )
  return { statusCode: 200, body: JSON.stringify(Item ?? null) }
}
