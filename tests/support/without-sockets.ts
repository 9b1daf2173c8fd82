import { AsyncLocalStorage } from 'node:async_hooks'
import { IncomingMessage, type Server, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { findLoopbackServer } from '@carelane/simulators/loopback-server'

/*
 * The tests, the functions and the stand-ins for AWS run in one process, so a request is handed to its server as an object, which
 * takes two thirds of the processor time of a request through a socket. What runs in another process, and servers that a test
 * makes for itself, are reached through sockets.
 */

class NoSocket extends Socket {
  override readonly remoteAddress = '127.0.0.1'
}
const noSocket = new NoSocket()

interface HandedOver {
  method: string
  url: string
  headers: Iterable<readonly [name: string, value: string]>
  body: string | Uint8Array | undefined
}

class HandedRequest extends IncomingMessage {
  readonly #body: string | Uint8Array | undefined

  constructor({ method, url, headers, body }: HandedOver) {
    super(noSocket)
    this.method = method
    this.url = url
    this.httpVersion = '1.1'
    this.complete = true
    const named = [...headers].map(([name, value]) => [name.toLowerCase(), value] as const)
    this.headers = Object.fromEntries(named)
    this.headersDistinct = Object.fromEntries(named.map(([name, value]) => [name, [value]]))
    this.#body = body
  }

  override _read() {
    if (this.#body?.length) this.push(this.#body)
    this.push(null)
  }

  /** Gives the whole body at once, without the work of a stream. */
  override async *[Symbol.asyncIterator](): AsyncGenerator<Buffer, undefined> {
    if (this.#body?.length) yield Buffer.from(this.#body)
  }
}

class HandedResponse extends ServerResponse {
  override headersSent = false
  readonly body = Promise.withResolvers<Buffer>()
  readonly #chunks: Uint8Array[] = []

  override writeHead(status: number, ...rest: unknown[]) {
    this.statusCode = status
    for (const [name, value] of Object.entries(rest.at(-1) ?? {})) this.setHeader(name, value)
    this.headersSent = true
    return this
  }

  override write(chunk: unknown) {
    this.headersSent = true
    if (typeof chunk === 'string') this.#chunks.push(Buffer.from(chunk))
    else if (chunk instanceof Uint8Array) this.#chunks.push(chunk)
    return true
  }

  override end(chunk?: unknown) {
    this.write(chunk)
    const isWithoutBody = this.req.method === 'HEAD' || this.statusCode === 204 || this.statusCode === 304
    this.body.resolve(isWithoutBody ? Buffer.alloc(0) : Buffer.concat(this.#chunks))
    this.emit('finish')
    this.emit('close')
    return this
  }

  override destroy() {
    this.body.reject(new Error('The server broke off its response'))
    return this
  }
}

/** Runs a function outside what the caller runs in, such as its tenant. */
const outside = AsyncLocalStorage.snapshot()

async function handOver(server: Server, request: HandedOver) {
  // As through a socket, the server gets the request in a later turn, so that other work gets its turns between.
  await new Promise((resolve) => setImmediate(resolve))
  const response = new HandedResponse(new HandedRequest(request))
  outside(() => server.emit('request', response.req, response))
  const body = await response.body.promise
  return { response, body }
}

export interface AwsRequest {
  protocol: string
  hostname: string
  port?: number
  method: string
  path: string
  query: Record<string, string | string[] | null>
  headers: Record<string, string>
  body?: unknown
}
interface AwsResponse {
  statusCode: number
  headers: Record<string, string>
  body?: unknown
}
export type Handle = (this: unknown, request: AwsRequest, options?: object) => Promise<{ response: AwsResponse }>

const { config } = new DynamoDBClient({ region: 'us-east-1' })

/** The class through which every client of the SDK sends its requests. */
export const sdkSender: { handle: Handle } = Object.getPrototypeOf(config.requestHandler)

type Sign = (this: unknown, request: AwsRequest, ...rest: unknown[]) => Promise<AwsRequest>
/** The class through which every client of the SDK signs its requests. */
const sdkSigner: { signRequest: Sign } = Object.getPrototypeOf(await config.signer())

const { signRequest } = sdkSigner
// Only the stand-in for S3 checks a signature.
sdkSigner.signRequest = async function (request, ...rest) {
  return 'x-amz-target' in request.headers ? request : signRequest.call(this, request, ...rest)
}

const { handle } = sdkSender
sdkSender.handle = async function (request, options) {
  const { protocol, hostname, port, method, path, query, headers, body } = request
  const server = findLoopbackServer(`${protocol}//${hostname}:${port}`)
  const isWhole = body === undefined || typeof body === 'string' || body instanceof Uint8Array
  if (!server || !isWhole) return handle.call(this, request, options)
  const search = searchOf(query)
  const handed = { method, url: search ? `${path}?${search}` : path, headers: Object.entries(headers), body }
  const { response, body: bytes } = await handOver(server, handed)
  return {
    response: {
      statusCode: response.statusCode,
      headers: Object.fromEntries(headersOf(response)),
      // The SDK reads the content of an object of S3 from a stream only.
      body: 'x-amz-target' in headers ? bytes : Readable.from([bytes]),
    },
  }
}

function searchOf(query: AwsRequest['query']): string {
  const pairs = Object.entries(query).flatMap(([name, values]) =>
    [values].flat().map((value) => [name, value] as const),
  )
  return pairs
    .map(([name, value]) => encodeURIComponent(name) + (value === null ? '' : `=${encodeURIComponent(value)}`))
    .join('&')
}

const headersOf = (response: ServerResponse): [string, string][] =>
  Object.entries(response.getHeaders()).flatMap(([name, value = []]) =>
    [value].flat().map((single): [string, string] => [name, String(single)]),
  )

/** Returns what `fetch` does. A form, and headers that Node's HTTP may refuse by their size, are sent through a socket. */
export async function fetchWithoutSocket(
  address: string,
  {
    method = 'GET',
    headers = {},
    body,
  }: { method?: string; headers?: Record<string, string>; body?: string | FormData } = {},
): Promise<{ status: number; headers: Headers; text(): Promise<string> }> {
  const given = new Headers(headers)
  const server = findLoopbackServer(new URL(address).origin)
  const length = [...given].reduce((sum, [name, value]) => sum + name.length + value.length, 0)
  if (!server || body instanceof FormData || length > 8_000)
    return fetch(address, { method, headers, ...(body !== undefined && { body }) })
  const { host, pathname, search } = new URL(address)
  const added = {
    host,
    accept: '*/*',
    'accept-language': '*',
    'user-agent': 'node',
    'accept-encoding': 'gzip, deflate',
  }
  for (const [name, value] of Object.entries(added)) if (!given.has(name)) given.set(name, value)
  if (body !== undefined) given.set('content-length', String(Buffer.byteLength(body)))
  const { response, body: bytes } = await handOver(server, { method, url: pathname + search, headers: given, body })
  const content = response.getHeader('content-encoding') === 'gzip' ? gunzipSync(bytes) : bytes
  return {
    status: response.statusCode,
    headers: new Headers(headersOf(response)),
    text: async () => content.toString(),
  }
}
