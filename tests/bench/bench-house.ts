import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { BatchWriteCommand } from '@aws-sdk/lib-dynamodb'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import { keysOf } from '#functions/data/keys.ts'
import { openTable } from '#functions/data/open-table.ts'
import type { Table } from '#functions/data/table.ts'
import { operations } from '#functions/deliveries/operations.ts'
import { createHandler, type Handler } from '#functions/http/handler.ts'
import { type House, openHouse } from '#functions/http/house.ts'
import { signAccessToken } from '#functions/security/access-tokens.ts'
import { openSession } from '#functions/security/sessions.ts'
import { addUser, foundTenant } from '#infra/local/demo/found-tenant.ts'
import { areas } from '#shared/api/areas.ts'
import { type Entry, routeKeyOf } from '#shared/api/contract.ts'
import { edgeHeaders } from '#shared/api/edge-headers.ts'
import { utcDate } from '#shared/rules/dates.ts'
import { type Item, manyDeliveries } from './many-deliveries.ts'

/** What the table was asked and what it read for it. */
export interface Reads {
  trips: number
  itemsRead: number
}

export interface BenchTenant {
  tenantId: string
  count: number
  token: string
  deliveryIds: readonly string[]
  pharmacistId: string
}

export async function openBenchHouse() {
  const child = fork(new URL('cloud-process.ts', import.meta.url))
  const [environment] = await once(child, 'message')
  Object.assign(process.env, environment, { LOG_LEVEL: 'SILENT' })
  const guarded = openHouse(process.env)
  const house = { ...guarded, table: openTable(guarded.table.name) }
  const reads = countReads(guarded.table)
  const handler = createHandler(areas.deliveries, operations, guarded)
  return { house, handler, reads, close: () => stop(child) }
}

const stop = async (child: ChildProcess) => {
  child.disconnect()
  await once(child, 'exit')
}

function countReads(table: Table): Reads {
  const reads: Reads = { trips: 0, itemsRead: 0 }
  table.client.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args)
      reads.trips += 1
      if ('ScannedCount' in result.output) reads.itemsRead += result.output.ScannedCount ?? 0
      return result
    },
    { step: 'initialize' },
  )
  return reads
}

/** A tenant with `count` deliveries and a signed-in administrator. */
export async function growTenant(house: House, count: number): Promise<BenchTenant> {
  const now = house.now()
  const { tenant, roles } = await foundTenant(house.table, {
    name: `Pharmacy of ${count}`,
    description: '',
    subscribed_products: ['delivery'],
    now,
  })
  const staff = await Promise.all(
    Array.from({ length: 12 }, (_, i) =>
      addUser(house.table, tenant, {
        full_name: `Pharmacist ${i}`,
        email: `${i}@${tenant.id}.example`,
        password_hash: null,
        is_tenant_admin: i === 0,
        roles: roles.slice(0, 1).map(({ id }) => id),
      }),
    ),
  )
  const keys = keysOf(tenant.id)
  const { items, deliveryIds } = manyDeliveries(keys, { count, today: utcDate(now), staff })
  await putAll(house.table, items)
  const [admin, pharmacist = admin] = staff
  if (!admin || !pharmacist) throw new Error('A tenant needs an administrator')
  const place = { tenantId: tenant.id, sessionId: randomUUID(), userId: admin.id }
  await openSession(house.table, house.keys, { ...place, user: admin, now })
  return {
    tenantId: tenant.id,
    count,
    deliveryIds,
    pharmacistId: pharmacist.id,
    token: await signAccessToken(house.keys, place, now),
  }
}

/** Batches of 25, a few at a time. */
async function putAll(table: Table, items: Iterator<Item>) {
  const lane = async () => {
    for (;;) {
      const batch = [...Array(25)].flatMap(() => items.next().value ?? [])
      if (batch.length === 0) return
      const puts = batch.map((Item) => ({ PutRequest: { Item } }))
      await table.client.send(new BatchWriteCommand({ RequestItems: { [table.name]: puts } }))
    }
  }
  await Promise.all(Array.from({ length: 4 }, lane))
}

interface Asked {
  token: string
  params?: Record<string, string>
  query?: Record<string, string>
}

/** Calls a handler as API Gateway does, and answers the parsed body and the next page's cursor. */
export async function invoke(handler: Handler, entry: Entry, { token, params = {}, query = {} }: Asked) {
  const { statusCode, body, headers } = await handler(eventOf(entry, { token, params, query }))
  if (statusCode !== entry.success) throw new Error(`${routeKeyOf(entry)} answered ${statusCode}: ${body}`)
  const next = /cursor=([^&>]+)/.exec(String(headers?.link ?? ''))?.[1]
  return { rows: JSON.parse(body ?? 'null'), next: next && decodeURIComponent(next) }
}

/** CloudFront's headers for a caller. */
export const fromTheEdge = (address: string) => ({
  [edgeHeaders.secret]: process.env.EDGE_SECRETS ?? '',
  [edgeHeaders.viewer]: address,
})

export const eventOf = (entry: Entry, { token, params = {}, query = {} }: Asked): APIGatewayProxyEventV2 => ({
  version: '2.0',
  routeKey: routeKeyOf(entry),
  rawPath: entry.path,
  rawQueryString: new URLSearchParams(query).toString(),
  headers: { ...fromTheEdge('127.0.0.1'), authorization: `Bearer ${token}` },
  queryStringParameters: query,
  pathParameters: params,
  isBase64Encoded: false,
  requestContext: {
    accountId: 'bench',
    apiId: 'bench',
    domainName: 'bench',
    domainPrefix: 'bench',
    http: { method: entry.method, path: entry.path, protocol: 'HTTP/1.1', sourceIp: '192.0.2.1', userAgent: 'bench' },
    requestId: 'bench',
    routeKey: routeKeyOf(entry),
    stage: '$default',
    time: '',
    timeEpoch: 0,
  },
})
