import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { guardTenants } from './guard-tenants.ts'
import { Table } from './table.ts'
import { awsRequestTimeouts } from './timeouts.ts'

/** Opens the table without the tenant guard. This is for tools that fill or inspect the table from outside, never for a request. */
export const openUnguardedTable = (name: string): Table => tableOf(name, new DynamoDBClient(options))

/** Opens the table for requests and workers, which can access only the data of their own tenant. */
export function openGuardedTable(name: string): Table {
  const client = new DynamoDBClient(options)
  guardTenants(client)
  return tableOf(name, client)
}

const options = { requestHandler: awsRequestTimeouts }

function tableOf(name: string, client: DynamoDBClient) {
  // Remove the SDK's logging, because it copies everything that is read and written into a log that we don't keep.
  client.middlewareStack.remove('loggerMiddleware')
  return new Table(DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } }), name)
}
