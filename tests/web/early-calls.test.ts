import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { callEarly, takeEarlyResponse } from '../../web/lib/api/early-calls.ts'
import { responseTimeoutMs } from '../../web/lib/api/response-timeout.ts'

const token = (endsInSeconds: number) =>
  `e30.${btoa(JSON.stringify({ exp: Date.now() / 1000 + endsInSeconds }))}.signature`
const request = (path: string, accessToken: string) =>
  ({ method: 'GET', path, headers: { authorization: `Bearer ${accessToken}` } }) as const

const calledPaths: string[] = []

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  calledPaths.length = 0
  vi.stubGlobal('fetch', async (path: string, { headers }: { headers: Record<string, string> }) => {
    calledPaths.push(path)
    return new Response(`${path} by ${headers.authorization}`)
  })
})
afterEach(() => {
  // An early response that no one uses is discarded after `responseTimeoutMs`. Let this time pass, so that no response reaches the
  // next test.
  vi.advanceTimersByTime(responseTimeoutMs)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('calls start early, and each response is used once', async () => {
  const access = token(60)
  callEarly(['/api/auth/me', '/api/users'], access)
  expect(calledPaths).toEqual(['/api/auth/me', '/api/users'])
  const answer = await takeEarlyResponse(request('/api/auth/me', access))
  expect(answer).toMatchObject({ status: 200, text: `/api/auth/me by Bearer ${access}` })
  expect(takeEarlyResponse(request('/api/auth/me', access))).toBeUndefined()
  expect(takeEarlyResponse(request('/api/deliveries', access))).toBeUndefined()
})

test('a public call is sent without a token', async () => {
  callEarly(['/api/registration/product-groups'])
  const answer = takeEarlyResponse({ method: 'GET', path: '/api/registration/product-groups', headers: {} })
  expect((await answer)?.text).toBe('/api/registration/product-groups by undefined')
})

test('a response for another token is not used', () => {
  callEarly(['/api/auth/me'], token(60))
  expect(takeEarlyResponse(request('/api/auth/me', token(120)))).toBeUndefined()
})

test('no response from before a change is used, and no response to a change', () => {
  const access = token(60)
  callEarly(['/api/users', '/api/roles'], access)
  expect(takeEarlyResponse({ ...request('/api/users', access), method: 'POST' })).toBeUndefined()
  expect(takeEarlyResponse(request('/api/users', access))).toBeUndefined()
  expect(takeEarlyResponse(request('/api/roles', access))).toBeUndefined()
})

test('nothing is called with an expired token', () => {
  callEarly(['/api/auth/me'], token(-1))
  expect(calledPaths).toEqual([])
})

test('a response that was not used for long is dropped', () => {
  const access = token(60)
  callEarly(['/api/auth/me'], access)
  vi.advanceTimersByTime(responseTimeoutMs)
  expect(takeEarlyResponse(request('/api/auth/me', access))).toBeUndefined()
})

test('the user of an early call gets its network error', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
  const access = token(60)
  callEarly(['/api/auth/me'], access)
  await expect(takeEarlyResponse(request('/api/auth/me', access))).rejects.toThrow('Failed to fetch')
})
