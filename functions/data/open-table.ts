import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { guardTenants } from './guard-tenants.ts'
import { Table } from './table.ts'
import { timeouts } from './timeouts.ts'

/** The table with all tenants. For tools that fill or inspect it from outside, never for a request. */
export const openTable = (name: string): Table => tableOf(name, new DynamoDBClient(options))

/** The table for requests and workers, limited to their own tenant. */
export function openGuardedTable(name: string): Table {
  const client = new DynamoDBClient(options)
  guardTenants(client)
  return tableOf(name, client)
}

const options = { requestHandler: timeouts }

function tableOf(name: string, client: DynamoDBClient) {
  // This middleware copies everything that is read and written, for a log that we don't keep.
  client.middlewareStack.remove('loggerMiddleware')
  return new Table(DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } }), name)
}
