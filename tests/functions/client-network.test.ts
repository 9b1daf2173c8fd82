import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { clientNetwork } from '#functions/http/client-network.ts'
import { createHandler } from '#functions/http/handler.ts'
import { authOperations } from '#functions/lambdas/operations/auth.ts'
import { apiAreas } from '#shared/api/areas.ts'
import * as auth from '#shared/api/auth.ts'
import { edgeHeaders, edgeMark } from '#shared/api/edge-headers.ts'
import { gatewayEventOf } from '#tests/bench/bench-app.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

const from = (viewer: string, requestContext: object = { authorizer: { lambda: edgeMark } }) =>
  clientNetwork({ headers: { [edgeHeaders.viewer]: viewer }, requestContext })

describe('limits identify a caller', () => {
  test.each([
    ['198.51.100.10', '198.51.100.10'],
    ['2001:db8:85a3:8d3:1319:8a2e:370:7348', '2001:db8:85a3:8d3::/64'],
    ['2001:0DB8:85a3:08d3:0000:0000:0000:0001', '2001:db8:85a3:8d3::/64'],
    ['2001:db8:85a3::1', '2001:db8:85a3:0::/64'],
    ['2001:db8::8d3:0:0:0:1', '2001:db8:0:8d3::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::ffff:198.51.100.10', '198.51.100.10'],
  ])('at %s as %s', (viewer, address) => {
    expect(from(viewer)).toBe(address)
  })
})

describe('a request is rejected', () => {
  const refusal = expect.objectContaining({
    code: 'forbidden',
    detail: 'Direct calls to this address are not accepted',
  })
  test.each([
    [{}],
    [{ authorizer: undefined }],
    [{ authorizer: { lambda: null } }],
    [{ authorizer: { lambda: {} } }],
    [{ authorizer: { lambda: { came_by: 'elsewhere' } } }],
    [{ authorizer: { jwt: edgeMark } }],
    [{ lambda: edgeMark }],
  ])('without the mark that the gateway’s guard adds: %j', (requestContext) => {
    expect(() => from('198.51.100.10', requestContext)).toThrow(refusal)
  })
  test.each(['', '198.51.100.10:443', ':1', 'somewhere', '198.51.100.300', '10.0.0.1, 198.51.100.10'])(
    'with the client address %j',
    (viewer) => {
      expect(() => from(viewer)).toThrow(refusal)
    },
  )
  test('if the guard’s mark is only in headers, which callers can send', () => {
    const claims = { came_by: 'edge', authorizer: JSON.stringify({ lambda: edgeMark }), [edgeHeaders.secret]: 'edge' }
    const headers = { ...claims, [edgeHeaders.viewer]: '198.51.100.10' }
    expect(() => clientNetwork({ headers, requestContext: {} })).toThrow(refusal)
  })
})

describe('a function', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await openTestApp()
  })
  afterAll(() => app.close())

  test('called around the edge reads nothing, returns 403 and logs its route', async () => {
    const send = vi.spyOn(app.services.table.client, 'send')
    const log = vi.spyOn(app.services.log, 'info')
    const handler = createHandler(apiAreas.auth, authOperations, app.services)
    const event = gatewayEventOf(auth.me, { token: 'none' })
    const { authorizer: _, ...unguarded } = event.requestContext
    expect(await handler({ ...event, requestContext: unguarded })).toMatchObject({
      statusCode: 403,
      body: '{"detail":"Direct calls to this address are not accepted"}',
    })
    expect(send).not.toHaveBeenCalled()
    expect(log.mock.calls).toEqual([['request', expect.objectContaining({ route: 'GET /api/auth/me', status: 403 })]])
    expect(await handler(event)).toMatchObject({ statusCode: 401 })
  })
})
