import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { guardTenants } from './guard-tenants.ts'
import { parameterReader } from './read-parameter.ts'
import { Table } from './table.ts'
import { openTableInUse, type TableInUse } from './table-in-use.ts'
import { awsRequestTimeouts } from './timeouts.ts'

/** Opens a table without the tenant guard. This is for migrations, operators' tools and the local demo, never for a request. */
export const openUnguardedTable = (inUse: TableInUse): Table => tableOf(inUse, new DynamoDBClient(options))

/** Opens the table for requests and workers, with a guard that refuses access to any tenant outside their scope. */
export function openGuardedTable(inUse: TableInUse): Table {
  const client = new DynamoDBClient(options)
  guardTenants(client)
  return tableOf(inUse, client)
}

/** Reads from a function's environment variables how to find the table that is in use. */
export function tableInUseOf({ TABLE_NAME, TABLE_PARAMETER }: NodeJS.ProcessEnv): TableInUse {
  if (!TABLE_NAME || !TABLE_PARAMETER) throw new Error('TABLE_NAME or TABLE_PARAMETER is not set')
  return openTableInUse({ own: TABLE_NAME, readParameter: parameterReader(TABLE_PARAMETER), now: Date.now })
}

const options = { requestHandler: awsRequestTimeouts }

function tableOf(inUse: TableInUse, client: DynamoDBClient) {
  // Remove the SDK's logging, which would copy everything that is read and written for a log that we don't keep.
  client.middlewareStack.remove('loggerMiddleware')
  return new Table(DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } }), inUse)
}
