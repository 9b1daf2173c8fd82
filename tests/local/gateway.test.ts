import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createUnknownRouteHandler } from '#functions/http/answer-unknown.ts'
import { openLog } from '#functions/http/log.ts'
import { createEdgeGuard } from '#functions/security/edge-guard.ts'
import { type LocalGateway, startGateway } from '#infra/local/gateway.ts'
import { chooseRoute, createCachedGuard } from '#infra/local/gateway-steps.ts'
import { securityHeaders } from '#infra/security-headers.ts'
import { edgeHeaders } from '#shared/api/edge-headers.ts'

const mediaOrigins = ['http://127.0.0.1:3002']
const edgeSecret = 'of the edge'
const id = '5e3f1c1e-9d3c-4f0e-8a57-1f1b2c3d4e5f'
const document = '<meta name="release" content="a1b2c3"><title>Carelane</title>'
const documentOf = (kind: string) => `<!doctype html><title>${kind}</title>`
let gateway: LocalGateway
let options: Parameters<typeof startGateway>[0]
let folder: string
let events: APIGatewayProxyEventV2[]
let result: (event: APIGatewayProxyEventV2) => Promise<APIGatewayProxyStructuredResultV2>

const handler = async (event: APIGatewayProxyEventV2) => {
  events.push(event)
  return result(event)
}
const handlers = {
  auth: handler,
  users: handler,
  registration: handler,
  deliveries: handler,
  recipients: handler,
  unknown: handler,
}
const guard = createEdgeGuard(async () => [edgeSecret], Date.now)

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carelane-web-'))
  await mkdir(join(folder, 'assets'))
  await mkdir(join(folder, 'documents'))
  await writeFile(join(folder, 'index.html'), document)
  for (const kind of ['dashboard', 'login', 'delivery'])
    await writeFile(join(folder, 'documents', `${kind}.html`), documentOf(kind))
  await mkdir(join(folder, '.vite'))
  await writeFile(
    join(folder, '.vite/documents.json'),
    JSON.stringify([
      { pattern: '^(/dashboard|/)$', file: '/documents/dashboard.html' },
      { pattern: '^(/login)$', file: '/documents/login.html' },
      { pattern: '^(/pharmacy/delivery/[^/]+)$', file: '/documents/delivery.html' },
    ]),
  )
  await writeFile(join(folder, 'assets', 'index-abc123.js'), `console.log('${'x'.repeat(2000)}')`)
  await writeFile(join(folder, 'favicon.svg'), '<svg/>')
  options = {
    port: 0,
    handlers,
    web: { kind: 'build', folder },
    mediaOrigins,
    edgeSecret,
    guard,
    config: { google_client_id: '', medical_hidden_hosts: ['localhost'] },
  }
  gateway = await startGateway(options)
})

afterAll(async () => {
  await gateway.close()
  await rm(folder, { recursive: true })
})

beforeEach(() => {
  events = []
  result = async () => ({ statusCode: 204 })
})

const call = (path: string, init?: RequestInit) => fetch(`${gateway.address}${path}`, init)

/** Sends a request for exactly this path, which `fetch` and browsers would normalise first. Returns the status of the response. */
function rawStatus(path: string, headers: Record<string, string | string[]> = {}): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    request(`${gateway.address}/`, { path, headers }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
      .once('error', reject)
      .end()
  })
}

describe('the event', () => {
  it('is an HTTP API event of version 2.0', async () => {
    const before = Date.now()
    await call(`/api/deliveries/${id}?a=1&b=x%20y&a=2`, {
      headers: { Authorization: 'Bearer t', Cookie: 'one=1; two=2', 'User-Agent': 'tester' },
    })
    expect(events).toHaveLength(1)
    expect(events[0]).toMatchObject({
      version: '2.0',
      routeKey: 'GET /api/deliveries/{id}',
      rawPath: `/api/deliveries/${id}`,
      rawQueryString: 'a=1&b=x%20y&a=2',
      cookies: ['one=1', 'two=2'],
      headers: { authorization: 'Bearer t', 'user-agent': 'tester', host: gateway.address.slice('http://'.length) },
      queryStringParameters: { a: '1,2', b: 'x y' },
      pathParameters: { id },
      isBase64Encoded: false,
      requestContext: {
        routeKey: 'GET /api/deliveries/{id}',
        stage: '$default',
        http: {
          method: 'GET',
          path: `/api/deliveries/${id}`,
          protocol: 'HTTP/1.1',
          sourceIp: '192.0.2.1',
          userAgent: 'tester',
        },
      },
    })
    const { requestContext, headers, body } = events[0] ?? {}
    expect(headers).not.toHaveProperty('cookie')
    expect(body).toBeUndefined()
    expect(requestContext?.requestId).toMatch(/^[\w-]{15}$/)
    expect(requestContext?.time).toMatch(/^\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d \+0000$/)
    expect(requestContext?.timeEpoch).toBeGreaterThanOrEqual(before)
    expect(requestContext?.timeEpoch).toBeLessThanOrEqual(Date.now())
  })

  it('omits what the request does not contain', async () => {
    await call('/api/auth/me')
    expect(Object.keys(events[0] ?? {}).sort()).toEqual(
      ['headers', 'isBase64Encoded', 'rawPath', 'rawQueryString', 'requestContext', 'routeKey', 'version'].sort(),
    )
  })

  it('joins headers with the same name by commas', async () => {
    expect(await rawStatus('/api/auth/me', { 'X-Many': ['1', '2'] })).toBe(204)
    expect(events[0]?.headers).toMatchObject({ 'x-many': '1,2' })
  })

  it('has the edge’s secret and client address, whatever the request’s headers say', async () => {
    const own = { 'X-Carelane-Edge': ['mine', edgeSecret], 'CloudFront-Viewer-Address': '203.0.113.9:1' }
    expect(await rawStatus('/api/auth/me', own)).toBe(204)
    expect(events[0]?.headers).toMatchObject({
      'x-carelane-edge': edgeSecret,
      'x-carelane-viewer': '127.0.0.1',
    })
  })

  it('has the client address from a proxy if the gateway is behind one', async () => {
    const proxied = await startGateway({ ...options, isBehindProxy: true })
    const ask = (sent: Record<string, string>) => fetch(`${proxied.address}/api/auth/me`, { headers: sent })
    await ask({ 'x-forwarded-for': '198.51.100.7, 203.0.113.9' })
    await ask({})
    expect(events.map(({ headers }) => headers['x-carelane-viewer'])).toEqual(['203.0.113.9', '127.0.0.1'])
    await proxied.close()
  })

  it('has decoded path parameters, even with a slash', async () => {
    expect(await rawStatus('/api/deliveries/a%20b%2Fc')).toBe(204)
    expect(events[0]?.pathParameters).toEqual({ id: 'a b/c' })
    expect(events[0]?.rawPath).toBe('/api/deliveries/a b/c')
  })

  it.each([
    ['application/json', false],
    ['text/plain;charset=UTF-8', false],
    ['multipart/form-data; boundary=b', true],
    ['application/x-www-form-urlencoded', true],
    ['application/octet-stream', true],
  ])('contains a body of %s, base64: %s', async (type, isBase64Encoded) => {
    await call('/api/auth/login', { method: 'POST', headers: { 'content-type': type }, body: '{"é":1}' })
    const event = events[0]
    expect(event?.isBase64Encoded).toBe(isBase64Encoded)
    expect(Buffer.from(event?.body ?? '', isBase64Encoded ? 'base64' : 'utf8').toString()).toBe('{"é":1}')
  })
})

describe('the route', () => {
  const routes = [
    '/api/users/{id}',
    '/api/users/me',
    '/api/{any}/me',
    '/api/users/{id}/roles',
    '/api/users/me/roles',
  ].map((path) => ({ method: 'GET', path, target: path }))

  it.each([
    ['/api/users/me', '/api/users/me'],
    ['/api/users/7', '/api/users/{id}'],
    ['/api/other/me', '/api/{any}/me'],
    ['/api/users/me/roles', '/api/users/me/roles'],
    ['/api/users/7/roles', '/api/users/{id}/roles'],
  ])('of %s is %s', (path, target) => {
    expect(chooseRoute(routes, 'GET', path)?.target).toBe(target)
    expect(chooseRoute(routes.toReversed(), 'GET', path)?.target).toBe(target)
  })

  it.each(['/api/users', '/api/users/', '/api/users/7/', '/api/users/7/roles/1', '/api//me'])(
    'of %s does not exist',
    (path) => {
      expect(chooseRoute(routes, 'GET', path)).toBeUndefined()
    },
  )

  it.each([
    ['GET', '/api'],
    ['GET', '/api/unknown'],
    ['DELETE', '/api/auth/me'],
    ['OPTIONS', '/api/auth/me'],
    ['HEAD', '/api/auth/me'],
  ])('that does not exist leads to the function for unknown routes: %s %s', async (method, path) => {
    result = createUnknownRouteHandler(openLog('SILENT'))
    const answer = await call(path, { method })
    expect(answer.status).toBe(404)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    for (const [name, value] of Object.entries(securityHeaders({ mediaOrigins })))
      expect(answer.headers.get(name)).toBe(value)
    if (method !== 'HEAD') expect(await answer.text()).toBe('{"detail":"Not found"}')
    expect(events.map(({ routeKey }) => routeKey)).toEqual(['$default'])
    expect(answer.headers.get('x-request-id')).toBe(events[0]?.requestContext.requestId)
  })

  it('with an invalid percent encoding returns 400', async () => {
    expect(await rawStatus('/api/deliveries/%E0%A4%A')).toBe(400)
    expect(await rawStatus('/api/nowhere/%E0%A4%A')).toBe(400)
  })
})

describe('the guard', () => {
  const showing = (secret: string) => ({ [edgeHeaders.secret]: secret })

  it('tells the function about CloudFront in a context that clients cannot write', async () => {
    await call('/api/auth/me', { headers: { 'x-carelane-edge': 'mine' } })
    expect(events[0]?.requestContext).toMatchObject({ authorizer: { lambda: { came_by: 'edge' } } })
  })

  it('is not called for a request without a secret, and rejects one with a wrong secret', async () => {
    const received: unknown[] = []
    const ask = createCachedGuard(async (event) => {
      received.push(event.headers)
      return guard(event)
    })
    expect(await ask({})).toEqual({ refusal: 401 })
    expect(received).toEqual([])
    expect(await ask(showing('another'))).toEqual({ refusal: 403 })
    expect(await ask(showing(edgeSecret))).toEqual({ context: { came_by: 'edge' } })
  })

  it('is called once in five minutes for each secret', async () => {
    let now = 0
    let count = 0
    const ask = createCachedGuard(
      (event) => {
        count++
        return guard(event)
      },
      () => now,
    )
    for (const secret of ['another', edgeSecret, 'another', edgeSecret]) await ask(showing(secret))
    now = 299_999
    await ask(showing(edgeSecret))
    expect(count).toBe(2)
    now = 300_000
    await ask(showing(edgeSecret))
    expect(count).toBe(3)
  })

  it('rejects a request before any function receives it', async () => {
    const other = await startGateway({
      port: 0,
      handlers,
      web: { kind: 'none' },
      mediaOrigins,
      edgeSecret: 'of nobody',
      guard,
      config: { google_client_id: '', medical_hidden_hosts: [] },
    })
    const answer = await fetch(`${other.address}/api/auth/me`)
    expect([answer.status, await answer.text()]).toEqual([403, '{"message":"Forbidden"}'])
    expect(events).toEqual([])
    await other.close()
  })
})

describe('the response', () => {
  it('names the release of the pages, whichever part responds', async () => {
    for (const path of [
      '/login',
      '/assets/index-abc123.js',
      '/assets/none.js',
      '/config.json',
      '/api/none',
      '/api/auth/me',
    ])
      expect([path, (await call(path)).headers.get('x-release')]).toEqual([path, 'a1b2c3'])
    result = async () => ({ statusCode: 200, headers: { 'x-release': 'of the function' } })
    expect((await call('/api/auth/me')).headers.get('x-release')).toBe('of the function')
  })

  it('contains status, headers, cookies and body of the result', async () => {
    result = async () => ({
      statusCode: 201,
      headers: { 'Content-Type': 'application/json', 'X-Request-Id': 'r1' },
      cookies: ['a=1; Path=/', 'b=2'],
      body: '{"ok":true}',
    })
    const answer = await call('/api/auth/me')
    expect(answer.status).toBe(201)
    expect(answer.headers.get('content-type')).toBe('application/json')
    expect(answer.headers.get('x-request-id')).toBe('r1')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(answer.headers.getSetCookie()).toEqual(['a=1; Path=/', 'b=2'])
    expect(await answer.json()).toEqual({ ok: true })
  })

  it('decodes a base64 body', async () => {
    result = async () => ({ statusCode: 200, body: Buffer.from([0, 255]).toString('base64'), isBase64Encoded: true })
    expect(new Uint8Array(await (await call('/api/auth/me')).arrayBuffer())).toEqual(new Uint8Array([0, 255]))
  })

  it.each([
    ['is longer than 6 MB', async () => ({ statusCode: 200, body: 'x'.repeat(6 * 1024 * 1024) })],
    ['has no status', async () => ({ body: 'x' })],
  ])('is an Internal Server Error if the result %s', async (_what, made) => {
    result = made
    const answer = await call('/api/auth/me')
    expect([answer.status, await answer.text()]).toEqual([500, '{"message":"Internal Server Error"}'])
  })
})

describe('the limits', () => {
  const send = async (bytes: number, type = 'application/octet-stream') => {
    const body = new Uint8Array(bytes).fill(32)
    const answer = await call('/api/auth/login', { method: 'POST', headers: { 'content-type': type }, body })
    return [answer.status, await answer.text()]
  }
  const tooLarge = [413, '{"message":"Request Entity Too Large"}']

  it('allow files of 4 MB', async () => {
    expect(await send(4 * 1024 * 1024)).toEqual([204, ''])
  })

  it('reject more than 10 MB, like API Gateway', async () => {
    expect(await send(10 * 1024 * 1024 + 1)).toEqual(tooLarge)
  })

  it('reject what Lambda cannot take: 6 MB including the event, and base64 adds a third', async () => {
    expect(await send(6 * 1024 * 1024, 'application/json')).toEqual(tooLarge)
    expect(await send(4.6 * 1024 * 1024)).toEqual(tooLarge)
    expect(events).toEqual([])
  })

  it('reject more than 10,240 bytes of headers', async () => {
    expect(await rawStatus('/api/auth/me', { 'x-long': 'x'.repeat(10_240) })).toBe(431)
  })
})

describe('the web server', () => {
  it.each([
    ['/', documentOf('dashboard')],
    ['/login', documentOf('login')],
    [`/pharmacy/delivery/${id}`, documentOf('delivery')],
    ['/no/such/page', document],
  ])('responds to %s with the right document', async (path, expected) => {
    const answer = await call(path)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    for (const [name, value] of Object.entries(securityHeaders({ mediaOrigins }))) {
      expect(answer.headers.get(name)).toBe(value)
    }
    expect(await answer.text()).toBe(expected)
  })

  it('lets browsers cache a hashed file permanently, compressed', async () => {
    const answer = await call('/assets/index-abc123.js', { headers: { 'accept-encoding': 'br' } })
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(answer.headers.get('content-encoding')).toBe('br')
    expect(Number(answer.headers.get('content-length'))).toBeLessThan(200)
    expect(await answer.text()).toMatch(/^console\.log/)
  })

  it('compresses the API document, as CloudFront does', async () => {
    const answer = await call('/api/openapi.json', { headers: { 'accept-encoding': 'br' } })
    expect(answer.headers.get('content-encoding')).toBe('br')
    expect(Number(answer.headers.get('content-length'))).toBeLessThan(100_000)
    expect(await answer.json()).toMatchObject({ openapi: '3.1.0' })
  })

  it('returns 304 to clients that have the file', async () => {
    const etag = (await call('/favicon.svg')).headers.get('etag') ?? ''
    expect((await call('/favicon.svg', { headers: { 'if-none-match': etag } })).status).toBe(304)
  })

  it.each(['/assets/gone.js', '/../package.json', '/%2e%2e/package.json'])('returns 404 for %s', async (path) => {
    expect(await rawStatus(path)).toBe(404)
  })

  it('accepts no other method', async () => {
    expect((await call('/login', { method: 'POST' })).status).toBe(405)
  })

  it('sends pages their configuration', async () => {
    const answer = await call('/config.json')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(await answer.json()).toEqual({ google_client_id: '', medical_hidden_hosts: ['localhost'] })
  })
})

describe('the content security policy', () => {
  const policy = securityHeaders({ mediaOrigins })['content-security-policy'] ?? ''
  const directives = new Map(policy.split('; ').map((line) => [line.split(' ')[0], line.split(' ').slice(1)]))

  it('blocks inline scripts and style sheets', () => {
    for (const name of ['default-src', 'script-src', 'style-src', 'connect-src', 'img-src']) {
      expect(directives.get(name)).not.toContain(`'unsafe-inline'`)
      expect(directives.get(name)).not.toContain(`'unsafe-eval'`)
    }
  })

  it('allows media to be shown and sent', () => {
    expect(directives.get('img-src')).toEqual([`'self'`, 'data:', 'blob:', ...mediaOrigins])
    expect(directives.get('connect-src')).toContain(mediaOrigins[0])
  })

  it('lets no other site frame the pages', () => {
    expect(directives.get('frame-ancestors')).toEqual([`'none'`])
  })
})

describe('stopping', () => {
  it('finishes requests in flight', async () => {
    const arrived = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    const other = await startGateway({
      port: 0,
      handlers: {
        ...handlers,
        auth: async () => {
          arrived.resolve()
          await released.promise
          return { statusCode: 200, body: 'done' }
        },
      },
      web: { kind: 'none' },
      mediaOrigins,
      edgeSecret,
      guard,
      config: { google_client_id: '', medical_hidden_hosts: [] },
    })
    const answer = fetch(`${other.address}/api/auth/me`)
    await arrived.promise
    const closed = other.close()
    await expect(fetch(other.address)).rejects.toThrow()
    released.resolve()
    expect(await (await answer).text()).toBe('done')
    await closed
  })
})
