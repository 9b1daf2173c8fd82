import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { closeServer, listenOn, readBody, serverAddress } from '@carelane/simulators/loopback-server'
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import { releaseHeaders, releaseOfWebBuild } from '#infra/release.ts'
import { securityHeaders } from '#infra/security-headers.ts'
import { type AreaName, listRoutes } from '#shared/api/areas.ts'
import { openApiPath } from '#shared/api/document-path.ts'
import { recipientPageRoutes } from '#shared/api/recipient-page-path.ts'
import { createWebFilesResponder, serveApiDocument, type WebResponder } from './create-web-files-responder.ts'
import { type AuthorizerGuard, chooseRoute, createCachedGuard, gatewayEvent } from './gateway-steps.ts'

export type LambdaHandler = (event: APIGatewayProxyEventV2) => Promise<APIGatewayProxyStructuredResultV2>

/** The source of the pages: a finished build, the Vite server of a root folder, or nowhere. */
export type WebSource = { kind: 'build'; folder: string } | { kind: 'vite'; root: string } | { kind: 'none' }

interface Options {
  /** 0 means any free port. */
  port: number
  host?: string
  /** A handler for every area that has a route, and one for all other requests. */
  handlers: Partial<Record<AreaName | 'unknown', LambdaHandler>>
  web: WebSource
  /** The origins of presigned URLs, for the content security policy. */
  mediaOrigins: readonly string[]
  /** The secret that CloudFront adds to each request. */
  edgeSecret: string
  /** If true, a proxy in front of this server appends the caller's address to `x-forwarded-for`. */
  isBehindProxy?: boolean
  /** Decides whether a request came through CloudFront. */
  guard: AuthorizerGuard
  /** The content of `/config.json`, which everyone may read. */
  config: {
    google_client_id: string
    sends_texts?: boolean
    /** The URL of the emulated Google Identity Services. The sign-in script is at `/client` below it. */
    google_identity_url?: string | undefined
    medical_hidden_hosts: readonly string[]
    support_address?: string
  }
}

export interface LocalGateway {
  /** For example `http://127.0.0.1:3000`. */
  address: string
  /** Refuses new requests and waits for those in flight. */
  close(): Promise<void>
}

/**
 * Limits of AWS in bytes: for a request to an HTTP API, for an event or a response of a Lambda function, and for all header lines
 * together.
 */
const limits = { payload: 10 * 1024 * 1024, lambda: 6 * 1024 * 1024, headers: 10_240 }
const integrationTimeout = 30_000

/**
 * Starts a server that stands for API Gateway, Lambda and CloudFront. Requests below `/api` and for the recipient's page go to the
 * functions. The OpenAPI document (although its path is below `/api`), `/config.json` and the web app's files are served directly.
 */
export async function startGateway(options: Options): Promise<LocalGateway> {
  const { port, host = '127.0.0.1' } = options
  const api = apiOf(options)
  const server = createServer({ maxHeaderSize: limits.headers }, (request, response) => {
    answer(request, response).catch((error: unknown) => {
      // An incomplete request means that the caller has hung up, which is not our failure.
      if (request.complete) console.error(error)
      if (response.headersSent) response.destroy()
      else message(response, 500, 'Internal Server Error')
    })
  })
  const web = await openWeb(options.web, server)
  // The headers that CloudFront adds to responses. The recipient's page replaces two of them with its own.
  const addedHeaders = Object.entries({
    ...securityHeaders({ ...options, google: options.config.google_identity_url }),
    ...releaseHeaders(options.web.kind === 'build' ? releaseOfWebBuild(options.web.folder) : ''),
  }).filter(
    // In development the page contains an inline script of Vite's, which the content security policy would block.
    ([name]) => options.web.kind !== 'vite' || name !== 'content-security-policy',
  )

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const [path = '/'] = (request.url ?? '/').split('?')
    for (const [name, value] of addedHeaders) response.setHeader(name, value)
    if (path === openApiPath) {
      await serveApiDocument(request, response, path)
      return
    }
    if (path === '/api' || path.startsWith('/api/') || path.startsWith('/t/')) {
      response.setHeader('cache-control', 'no-store')
      await api(request, response, path)
      return
    }
    if (path === '/config.json') {
      response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' })
      response.end(JSON.stringify(options.config))
      return
    }
    await web.answer(request, response, path)
  }

  await listenOn(server, port, host).catch(async (error: unknown) => {
    await web.close()
    throw error
  })
  return {
    address: serverAddress(server).origin,
    async close() {
      await web.close()
      await closeServer(server)
    },
  }
}

function viewerOf({ headers, socket }: IncomingMessage, isBehindProxy: boolean): string {
  const forwarded =
    isBehindProxy &&
    String(headers['x-forwarded-for'] ?? '')
      .split(',')
      .at(-1)
      ?.trim()
  return forwarded || (socket.remoteAddress ?? '')
}

function handlerOf(name: AreaName | 'unknown', handlers: Options['handlers']): LambdaHandler {
  const handler = handlers[name]
  if (!handler) throw new Error(`${name} has a route but no handler`)
  return handler
}

function apiOf({ handlers, edgeSecret, isBehindProxy = false, guard }: Options): WebResponder {
  const calls = listRoutes().map(({ entry: { method, path }, ...route }) => ({ ...route, method, path }))
  const routes = [...calls, ...recipientPageRoutes].map(({ area, routeKey, method, path }) => ({
    method,
    path,
    target: { routeKey, handler: handlerOf(area, handlers) },
  }))
  const anyOther = { target: { routeKey: '$default', handler: handlerOf('unknown', handlers) }, parameters: {} }
  const ask = createCachedGuard(guard)

  return async (request, response, path) => {
    const body = await readBody(request, limits.payload)
    if (!body) return message(response, 413, 'Request Entity Too Large')
    const chosen = choose(request.method ?? '', path)
    if (chosen === 'unreadable') return message(response, 400, 'Bad Request')
    const { target, parameters } = chosen ?? anyOther
    const event = gatewayEvent(request, {
      routeKey: target.routeKey,
      parameters,
      body,
      edgeSecret,
      viewer: viewerOf(request, isBehindProxy),
    })
    const verdict = await ask(event.headers)
    if ('refusal' in verdict) return message(response, verdict.refusal, refusals[verdict.refusal])
    const guarded = { ...event, requestContext: { ...event.requestContext, authorizer: { lambda: verdict.context } } }
    if (Buffer.byteLength(JSON.stringify(guarded)) > limits.lambda) {
      return message(response, 413, 'Request Entity Too Large')
    }
    const outcome = await invoke(target.handler, guarded)
    if (typeof outcome === 'string') return message(response, outcome === 'late' ? 503 : 500, failures[outcome])
    sendResult(response, outcome)
  }

  function choose(method: string, path: string) {
    try {
      // A path that cannot be decoded is refused even if no route matches it.
      decodeURIComponent(path)
      return chooseRoute(routes, method, path)
    } catch (error) {
      if (error instanceof URIError) return 'unreadable'
      throw error
    }
  }
}

const refusals = { 401: 'Unauthorized', 403: 'Forbidden' }
const failures = { late: 'Service Unavailable', failed: 'Internal Server Error' }

async function invoke(handler: LambdaHandler, event: APIGatewayProxyEventV2) {
  const late = Promise.withResolvers<'late'>()
  const timer = setTimeout(() => late.resolve('late'), integrationTimeout)
  try {
    const result = await Promise.race([handler(event), late.promise])
    if (result === 'late') return result
    const isSmall = Buffer.byteLength(JSON.stringify(result)) <= limits.lambda
    return isSmall && typeof result.statusCode === 'number' ? result : 'failed'
  } catch (error) {
    console.error(error)
    return 'failed'
  } finally {
    clearTimeout(timer)
  }
}

function sendResult(response: ServerResponse, result: APIGatewayProxyStructuredResultV2): void {
  response.setHeader('content-type', 'text/plain;charset=UTF-8')
  for (const [name, value] of Object.entries(result.headers ?? {})) {
    response.setHeader(name, String(value))
  }
  if (result.cookies) response.setHeader('set-cookie', result.cookies)
  const body = Buffer.from(result.body ?? '', result.isBase64Encoded ? 'base64' : 'utf8')
  if (body.length === 0) response.removeHeader('content-type')
  response.statusCode = result.statusCode ?? 200
  response.end(body.length === 0 ? undefined : body)
}

function message(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ message: text }))
}

async function openWeb(web: WebSource, server: Server): Promise<{ answer: WebResponder; close(): Promise<void> }> {
  if (web.kind === 'build') return { answer: await createWebFilesResponder(web.folder), close: async () => {} }
  if (web.kind === 'none') {
    return { answer: async (_request, response) => message(response, 404, 'Not Found'), close: async () => {} }
  }
  const { createServer: createVite } = await import('vite')
  const vite = await createVite({ root: web.root, appType: 'spa', server: { middlewareMode: true, hmr: { server } } })
  return {
    answer: (request, response) =>
      new Promise((resolve, reject) => {
        response.once('close', resolve)
        vite.middlewares(request, response, (error?: unknown) =>
          error ? reject(error) : message(response, 404, 'Not Found'),
        )
      }),
    close: () => vite.close(),
  }
}
