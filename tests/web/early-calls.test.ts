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
  // An early response that nobody uses is discarded after `responseTimeoutMs`. Let this time pass, so that no response reaches the
  // next test.
  vi.advanceTimersByTime(responseTimeoutMs)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('calls are asked at once, and each answer is taken once', async () => {
  const access = token(60)
  callEarly(['/api/auth/me', '/api/users'], access)
  expect(calledPaths).toEqual(['/api/auth/me', '/api/users'])
  const answer = await takeEarlyResponse(request('/api/auth/me', access))
  expect(answer).toMatchObject({ status: 200, text: `/api/auth/me by Bearer ${access}` })
  expect(takeEarlyResponse(request('/api/auth/me', access))).toBeUndefined()
  expect(takeEarlyResponse(request('/api/deliveries', access))).toBeUndefined()
})

test('a public call is asked without a token', async () => {
  callEarly(['/api/registration/product-groups'])
  const answer = takeEarlyResponse({ method: 'GET', path: '/api/registration/product-groups', headers: {} })
  expect((await answer)?.text).toBe('/api/registration/product-groups by undefined')
})

test('an answer to another token is nobody’s', () => {
  callEarly(['/api/auth/me'], token(60))
  expect(takeEarlyResponse(request('/api/auth/me', token(120)))).toBeUndefined()
})

test('no answer is from before a change, nor the answer to one', () => {
  const access = token(60)
  callEarly(['/api/users', '/api/roles'], access)
  expect(takeEarlyResponse({ ...request('/api/users', access), method: 'POST' })).toBeUndefined()
  expect(takeEarlyResponse(request('/api/users', access))).toBeUndefined()
  expect(takeEarlyResponse(request('/api/roles', access))).toBeUndefined()
})

test('by a token that has ended nothing is asked', () => {
  callEarly(['/api/auth/me'], token(-1))
  expect(calledPaths).toEqual([])
})

test('an answer that nobody has taken for long is no answer any more', () => {
  const access = token(60)
  callEarly(['/api/auth/me'], access)
  vi.advanceTimersByTime(responseTimeoutMs)
  expect(takeEarlyResponse(request('/api/auth/me', access))).toBeUndefined()
})

test('whoever takes it hears that no answer came', async () => {
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
  const access = token(60)
  callEarly(['/api/auth/me'], access)
  await expect(takeEarlyResponse(request('/api/auth/me', access))).rejects.toThrow('Failed to fetch')
})
