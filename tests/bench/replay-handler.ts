import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { BatchGetCommand, DynamoDBDocumentClient, GetCommand, PutCommand, QueryCommand } from '@aws-sdk/lib-dynamodb'
import type { RecordedRequest } from './record-requests.ts'

const table = DynamoDBDocumentClient.from(new DynamoDBClient({}))

async function send({ command, input }: RecordedRequest): Promise<unknown> {
  if (command === 'GetItem') return (await table.send(new GetCommand(Object(input)))).Item
  if (command === 'BatchGetItem') return (await table.send(new BatchGetCommand(Object(input)))).Responses
  if (command === 'Query') return (await table.send(new QueryCommand(Object(input)))).Items
  if (command === 'PutItem') return void (await table.send(new PutCommand(Object(input))))
  throw new Error(`${command} cannot be replayed`)
}

/**
 * A bare function that makes recorded requests to the table, those at the same time that were made at the same time, and returns
 * what it read. `measureFunctions` compares the CPU time of our functions with its own.
 */
export async function handler({ waves }: { waves: RecordedRequest[][] }) {
  const answers: unknown[] = []
  for (const wave of waves) answers.push(...(await Promise.all(wave.map(send))))
  return { statusCode: 200, body: JSON.stringify(answers) }
}
