import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { APIGatewayProxyEventV2, APIGatewaySimpleAuthorizerWithContextResult } from 'aws-lambda'
import { edgeHeaders } from '#shared/api/edge-headers.ts'

/*
 * These functions do what API Gateway does before it calls a function: it chooses the route, builds the event and asks the
 * authorizer.
 */

/** A route, such as `GET /api/deliveries/{id}`, and its target. */
interface RouteOption<T> {
  method: string
  path: string
  target: T
}

/**
 * Chooses a route as API Gateway does: a literal segment wins over a `{parameter}`. Returns undefined if no route matches.
 * Parameters are percent-decoded. Throws `URIError` if a parameter cannot be decoded.
 */
export function chooseRoute<T>(
  routes: readonly RouteOption<T>[],
  method: string,
  path: string,
): { target: T; parameters: Record<string, string> } | undefined {
  const given = path.split('/')
  const [best] = routes
    .filter((route) => route.method === method)
    .map((route) => ({ ...route, segments: route.path.split('/') }))
    .filter(
      ({ segments }) => segments.length === given.length && segments.every((segment, at) => fits(segment, given[at])),
    )
    .sort((one, other) => rank(one.segments).localeCompare(rank(other.segments)))
  if (!best) return undefined
  const parameters = best.segments.flatMap((segment, at) =>
    isParameter(segment) ? [[segment.slice(1, -1), decodeURIComponent(given[at] ?? '')]] : [],
  )
  return { target: best.target, parameters: Object.fromEntries(parameters) }
}

const isParameter = (segment: string) => segment.startsWith('{')
const fits = (segment: string, given = '') => (isParameter(segment) ? given !== '' : segment === given)
const rank = (segments: readonly string[]) => segments.map((segment) => (isParameter(segment) ? 1 : 0)).join('')

interface Matched {
  routeKey: string
  parameters: Record<string, string>
  body: Buffer
  /** The secret that CloudFront adds to each request. */
  edgeSecret: string
  /** The IP address of the caller. */
  viewer: string
}

/**
 * Returns the event that an HTTP API behind CloudFront passes to a function, in payload format 2.0. Throws `URIError` if the path
 * cannot be decoded.
 */
export function gatewayEvent(
  request: IncomingMessage,
  { routeKey, parameters, body, edgeSecret, viewer }: Matched,
  now = new Date(),
): APIGatewayProxyEventV2 {
  const [path = '', search = ''] = (request.url ?? '/').split(/\?(.*)/s)
  const { cookie, ...headers }: Record<string, string> = {
    ...headersOf(request),
    [edgeHeaders.secret]: edgeSecret,
    [edgeHeaders.viewer]: viewer,
  }
  const query = queryOf(search)
  // AWS behaves in this way: `rawPath` is decoded, and only bodies of these types are passed as text. Forms, and bodies without a
  // type, are passed in base64.
  const isText = /^(text\/|application\/(json|xml|javascript)\b)/i.test(headers['content-type'] ?? '')
  const rawPath = decodeURIComponent(path)
  return {
    version: '2.0',
    routeKey,
    rawPath,
    rawQueryString: search,
    ...(cookie !== undefined && { cookies: cookie.split('; ') }),
    headers,
    ...(query && { queryStringParameters: query }),
    ...(Object.keys(parameters).length > 0 && { pathParameters: parameters }),
    requestContext: {
      accountId: '000000000000',
      apiId: 'local',
      domainName: headers.host ?? '',
      domainPrefix: (headers.host ?? '').split('.')[0] ?? '',
      http: {
        method: request.method ?? '',
        path: rawPath,
        protocol: `HTTP/${request.httpVersion}`,
        sourceIp: edgeAddress,
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: randomBytes(11).toString('base64url'),
      routeKey,
      stage: '$default',
      time: clfTime(now),
      timeEpoch: now.getTime(),
    },
    ...(body.length > 0 && { body: body.toString(isText ? 'utf8' : 'base64') }),
    isBase64Encoded: body.length > 0 && !isText,
  }
}

/** The caller's address as the gateway sees it: that of a CloudFront machine, never the viewer's. */
const edgeAddress = '192.0.2.1'

/**
 * Returns a request's headers as the event contains them: with names in lower case, repeated headers joined by commas, and cookies
 * by semicolons.
 */
function headersOf(request: IncomingMessage): Record<string, string> {
  const joined = Object.entries(request.headersDistinct).map(([name, values = []]) => [
    name,
    values.join(name === 'cookie' ? '; ' : ','),
  ])
  return Object.fromEntries(joined)
}

function queryOf(search: string): Record<string, string> | undefined {
  const query = new URLSearchParams(search)
  if (query.size === 0) return undefined
  return Object.fromEntries([...new Set(query.keys())].map((name) => [name, query.getAll(name).join(',')]))
}

/** Formats a time as in Common Log Format, for example `21/Nov/2026:02:37:23 +0000`. */
function clfTime(now: Date): string {
  const [, day, month, year, time] = now.toUTCString().split(' ')
  return `${day}/${month}/${year}:${time} +0000`
}

type Headers = Readonly<Record<string, string | undefined>>

export type AuthorizerGuard = (event: {
  headers: Headers
}) => Promise<APIGatewaySimpleAuthorizerWithContextResult<object>>

/** The guard's decision: a refusal, which the gateway answers itself, or the context that the gateway passes to the function. */
type Verdict = { refusal: 401 | 403 } | { context: object }

const lifetimeMs = 300_000

/**
 * Returns a function that asks the guard as API Gateway does: it refuses a request without the secret's header by itself, and
 * remembers the verdict on each value of the header for five minutes.
 */
export function createCachedGuard(
  guard: AuthorizerGuard,
  now: () => number = Date.now,
): (headers: Headers) => Promise<Verdict> {
  const verdicts = new Map<string, { verdict: Verdict; until: number }>()
  return async (headers) => {
    const shown = headers[edgeHeaders.secret]
    if (!shown) return { refusal: 401 }
    const known = verdicts.get(shown)
    if (known && known.until > now()) return known.verdict
    const { isAuthorized, context } = await guard({ headers })
    const verdict: Verdict = isAuthorized ? { context } : { refusal: 403 }
    verdicts.set(shown, { verdict, until: now() + lifetimeMs })
    return verdict
  }
}
