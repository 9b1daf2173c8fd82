import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { operations } from '#functions/auth/operations.ts'
import { createHandler } from '#functions/http/handler.ts'
import { viewerAddresses } from '#functions/http/viewer-address.ts'
import { areas } from '#shared/api/areas.ts'
import * as auth from '#shared/api/auth.ts'
import { edgeHeaders } from '#shared/api/edge-headers.ts'
import { eventOf } from '#tests/bench/bench-app.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

const read = viewerAddresses('the new one, the old one')
const from = (viewer: string, secret = 'the new one') => ({
  [edgeHeaders.secret]: secret,
  [edgeHeaders.viewer]: viewer,
})

describe('limits count a caller', () => {
  test.each([
    ['198.51.100.10', '198.51.100.10'],
    ['2001:db8:85a3:8d3:1319:8a2e:370:7348', '2001:db8:85a3:8d3::/64'],
    ['2001:0DB8:85a3:08d3:0000:0000:0000:0001', '2001:db8:85a3:8d3::/64'],
    ['2001:db8:85a3::1', '2001:db8:85a3:0::/64'],
    ['2001:db8::8d3:0:0:0:1', '2001:db8:0:8d3::/64'],
    ['::1', '0:0:0:0::/64'],
    ['::ffff:198.51.100.10', '198.51.100.10'],
  ])('at %s as %s', (viewer, address) => {
    expect(read(from(viewer))).toBe(address)
  })

  test('by either secret during a rotation', () => {
    expect(read(from('198.51.100.10', 'the old one'))).toBe('198.51.100.10')
  })
})

describe('nobody is let in', () => {
  const refusal = expect.objectContaining({ status: 403, detail: 'This address is not to be called directly' })
  test.each(['', 'another', 'the new one, the old one', 'the new one,the old one', 'THE NEW ONE'])(
    'with the secret %j',
    (secret) => {
      expect(() => read(from('198.51.100.10', secret))).toThrow(refusal)
    },
  )
  test.each(['', '198.51.100.10:443', ':1', 'somewhere', '198.51.100.300', '10.0.0.1, 198.51.100.10'])(
    'at %j',
    (viewer) => {
      expect(() => read(from(viewer))).toThrow(refusal)
    },
  )
  test('without any of these headers, or where no secret is set', () => {
    expect(() => read({})).toThrow(refusal)
    expect(() => viewerAddresses(' , ')(from('198.51.100.10', ''))).toThrow(refusal)
  })
})

describe('a function', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await openTestApp()
  })
  afterAll(() => app.close())

  test('that is called past the edge reads nothing, answers 403 and leaves a log line with its route', async () => {
    const asked = vi.spyOn(app.services.table.client, 'send')
    const log = vi.spyOn(app.services.log, 'info')
    const handler = createHandler(areas.auth, operations, app.services)
    const { headers, ...event } = eventOf(auth.me, { token: 'none' })
    const { authorization } = headers
    expect(await handler({ ...event, headers: { authorization } })).toMatchObject({
      statusCode: 403,
      body: '{"detail":"This address is not to be called directly"}',
    })
    expect(asked).not.toHaveBeenCalled()
    expect(log.mock.calls).toEqual([['request', expect.objectContaining({ route: 'GET /api/auth/me', status: 403 })]])
    expect(await handler({ ...event, headers })).toMatchObject({ statusCode: 401 })
  })
})
