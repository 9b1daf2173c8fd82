import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import type { APIGatewayProxyEventV2WithLambdaAuthorizer } from 'aws-lambda'
import { openUnguardedTable } from '#functions/data/open-table.ts'
import { createHandler, type Handler } from '#functions/http/handler.ts'
import { openServices } from '#functions/http/services.ts'
import { deliveryOperations } from '#functions/lambdas/operations/deliveries.ts'
import { apiAreas } from '#shared/api/areas.ts'
import { type Entry, routeKeyOf } from '#shared/api/contract.ts'
import { edgeHeaders, edgeMark } from '#shared/api/edge-headers.ts'
import { countTableRequests } from './count-table-requests.ts'

export type BenchApp = Awaited<ReturnType<typeof openBenchApp>>

/**
 * Starts the AWS stand-ins on a data folder, and opens the services as they are deployed (`guarded`). `services` are the same, but
 * their table lets a request read and write the data of every tenant, so that benches can prepare data.
 */
export async function openBenchApp(dataDir: string) {
  const child = fork(new URL('cloud-process.ts', import.meta.url), [dataDir])
  const [environment] = await once(child, 'message')
  Object.assign(process.env, environment, { LOG_LEVEL: 'SILENT' })
  const guarded = openServices(process.env)
  const services = { ...guarded, table: openUnguardedTable(guarded.table.inUse) }
  const tableRequests = countTableRequests(guarded.table)
  const handler = createHandler(apiAreas.deliveries, deliveryOperations, guarded)
  return { services, guarded, handler, tableRequests, close: () => stop(child) }
}

const stop = async (child: ChildProcess) => {
  child.disconnect()
  await once(child, 'exit')
}

interface Requested {
  token: string
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  headers?: Record<string, string>
}

/** Calls a handler as API Gateway does. Returns the parsed body and the cursor of the next page. Throws if the call fails. */
export async function invoke(handler: Handler, entry: Entry, input: Requested) {
  const { statusCode, body, headers } = await handler(gatewayEventOf(entry, input))
  if (statusCode !== entry.success) throw new Error(`${routeKeyOf(entry)} answered ${statusCode}: ${body}`)
  const next = /cursor=([^&>]+)/.exec(String(headers?.link ?? ''))?.[1]
  return { rows: JSON.parse(body ?? 'null'), next: next && decodeURIComponent(next) }
}

/** The header in which CloudFront passes the caller's address. */
export const viewerAddressHeader = (address: string) => ({ [edgeHeaders.viewer]: address })

export const gatewayEventOf = (
  entry: Entry,
  { token, params = {}, query = {}, body, headers = {} }: Requested,
): APIGatewayProxyEventV2WithLambdaAuthorizer<object> => ({
  version: '2.0',
  routeKey: routeKeyOf(entry),
  rawPath: entry.path,
  rawQueryString: new URLSearchParams(query).toString(),
  headers: {
    ...viewerAddressHeader('127.0.0.1'),
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    ...headers,
  },
  ...(body !== undefined && { body: JSON.stringify(body) }),
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
    authorizer: { lambda: edgeMark },
  },
})
