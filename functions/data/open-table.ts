import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { guardTenants } from './guard-tenants.ts'
import { Table } from './table.ts'
import { timeouts } from './timeouts.ts'

/** The table with every tenant in it: for what fills or inspects it from outside, never for a request. */
export const openTable = (name: string): Table => tableOf(name, new DynamoDBClient(options))

/** The table as requests and workers meet it: each within its own tenant. */
export function openGuardedTable(name: string): Table {
  const client = new DynamoDBClient(options)
  guardTenants(client)
  return tableOf(name, client)
}

const options = { requestHandler: timeouts }

function tableOf(name: string, client: DynamoDBClient) {
  // It copies whatever is read and written, for a log that is not kept.
  client.middlewareStack.remove('loggerMiddleware')
  return new Table(DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } }), name)
}
