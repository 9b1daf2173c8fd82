import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { guardTenants } from './guard-tenants.ts'
import { Table } from './table.ts'
import { awsRequestTimeouts } from './timeouts.ts'

/** Opens the table without the tenant guard. This is for migrations, operators' tools and the local demo, never for a request. */
export const openUnguardedTable = (name: string): Table => tableOf(name, new DynamoDBClient(options))

/** Opens the table for requests and workers, with a guard that refuses access to any tenant outside their scope. */
export function openGuardedTable(name: string): Table {
  const client = new DynamoDBClient(options)
  guardTenants(client)
  return tableOf(name, client)
}

const options = { requestHandler: awsRequestTimeouts }

function tableOf(name: string, client: DynamoDBClient) {
  // Remove the SDK's logging, which would copy everything that is read and written for a log that we don't keep.
  client.middlewareStack.remove('loggerMiddleware')
  return new Table(DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } }), name)
}
