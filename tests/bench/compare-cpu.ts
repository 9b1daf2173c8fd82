import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb'
import { Table } from '#functions/data/table.ts'
import { keysOf, unscopedKeys } from '#functions/data/table-keys.ts'
import type { Handler } from '#functions/http/handler.ts'
import type { Services } from '#functions/http/services.ts'
import { readAccessToken } from '#functions/security/access-tokens.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import { invoke } from './bench-app.ts'
import type { BenchTenant } from './grown-tenants.ts'
import { markdownTable, median } from './statistics.ts'

const rounds = 15
const calls = 60

/**
 * Measures the CPU time of whole requests for a page of deliveries of one status: by our handler, and by a function that only makes
 * the same reads from the table and returns the result as JSON. Our handler also records an event.
 */
export async function compareCpu(
  { services, handler }: { services: Services; handler: Handler },
  { token }: BenchTenant,
) {
  const query = { view: 'past', status: 'delivered' }
  const ours = () => invoke(handler, deliveries.listDeliveries, { token, query })
  const subject = await readAccessToken(services.keys, token, services.now())
  if (!subject) throw new Error('The bench token is not valid')
  const { user, organisation, ofStatus } = keysOf(subject.tenantId)
  const { accountId, sessionId, userId } = subject
  const caller = [user(userId), unscopedKeys.account(accountId), unscopedKeys.session(accountId, sessionId)] as const
  // This client is the plain SDK, without what the product adds to it.
  const table = new Table(DynamoDBDocumentClient.from(new DynamoDBClient({})), services.table.inUse)
  const bare = async () => {
    await Promise.all([table.getAll(caller, { consistent: true }), table.query(organisation, { consistent: true })])
    const page = await table.client.send(
      new QueryCommand({
        TableName: await table.inUse.forReading(),
        IndexName: 'rows_by_status',
        KeyConditionExpression: 'status_pk = :p AND list_sk BETWEEN :from AND :to',
        ExpressionAttributeValues: { ':p': ofStatus('delivered').pk, ':from': '0', ':to': '~' },
        ScanIndexForward: false,
        Limit: 51,
      }),
    )
    return JSON.stringify(page.Items)
  }
  const samples: { ours: number; bare: number }[] = []
  for (let round = 0; round <= rounds; round++) {
    const pair = { bare: await cpuOf(bare), ours: await cpuOf(ours) }
    // The first round only warms up.
    if (round > 0) samples.push(pair)
  }
  const [oursMicros, bareMicros] = [median(samples.map((s) => s.ours)), median(samples.map((s) => s.bare))]
  const ratio = median(samples.map((pair) => pair.ours / pair.bare))
  return markdownTable(
    ['', 'CPU µs per request'],
    [
      ['bare handler', bareMicros.toFixed(0)],
      ['Carelane', oursMicros.toFixed(0)],
      ['ratio, median of pairs', ratio.toFixed(2)],
    ],
  )
}

async function cpuOf(run: () => Promise<unknown>) {
  const before = process.cpuUsage()
  for (let call = 0; call < calls; call++) await run()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / calls
}
