import { describe, expect, test } from 'vitest'
import * as auth from '#shared/api/auth.ts'
import * as deliveries from '#shared/api/deliveries.ts'
import * as patients from '#shared/api/patients.ts'
import { CallError } from '../../web/lib/api/call-error.ts'
import {
  createCaller,
  type HeldTokens,
  nextCursor,
  type RawResponse,
  type SentRequest,
} from '../../web/lib/api/caller.ts'

const minute = 60_000

/** Returns an access token that was issued at `made`, by the server's clock, and is valid for `ms` milliseconds. */
const tokenLiving = (ms: number, { name = 'token', made = Date.parse('2026-01-05T12:00:00Z'), sub = '' } = {}) => {
  const claims = { ...(sub && { sub }), iat: made / 1000, exp: (made + ms) / 1000 }
  return `${name}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`
}

const answer = (status: number, body?: unknown, headers: Record<string, string> = {}): RawResponse => ({
  status,
  headers,
  text: body === undefined ? '' : JSON.stringify(body),
})

const options = [{ value: 'english', label: 'English' }]
const fresh = {
  access_token: tokenLiving(1440 * minute, { name: 'new' }),
  refresh_token: 'refresh-2',
  token_type: 'bearer',
}

/**
 * Makes a caller with a scripted server: `reply` answers every request except those that refresh the tokens, which get `refresh`.
 */
function aCaller(
  held: Partial<HeldTokens>,
  reply: (request: SentRequest) => RawResponse,
  refresh = answer(200, fresh),
) {
  let tokens: HeldTokens = { access: undefined, refresh: undefined, ...held }
  let queue: Promise<unknown> = Promise.resolve()
  const sent: SentRequest[] = []
  const events: string[] = []
  const clock = { now: 5 }
  let owner: string | undefined
  const call = createCaller({
    send: async (request) => {
      sent.push(request)
      return request.path === auth.refresh.path ? refresh : reply(request)
    },
    tokens: {
      read: async () => tokens,
      store: async ({ access_token, refresh_token }) => {
        tokens = { access: access_token, refresh: refresh_token }
      },
      clear: async (wasAway = false) => {
        tokens = { access: undefined, refresh: undefined, wasAway }
      },
    },
    exclusively: (work) => {
      const turn = queue.then(work)
      queue = turn.catch(() => undefined)
      return turn
    },
    now: () => clock.now,
    signedOut: (wasAway) => events.push(wasAway ? 'signed out: away' : 'signed out'),
    owner: () => owner,
    overtaken: () => events.push('overtaken'),
    release: 'mine',
    unread: ({ detail }) => events.push(detail),
  })
  const refreshes = () => sent.filter(({ path }) => path === auth.refresh.path).length
  const belongTo = (user: string | undefined) => {
    owner = user
  }
  const hold = (next: Partial<HeldTokens>) => {
    tokens = { access: undefined, refresh: undefined, ...next }
  }
  return { call, sent, events, clock, refreshes, belongTo, hold, held: () => tokens }
}

const bearerOf = ({ headers }: SentRequest) => headers.authorization?.replace('Bearer ', '')
const acceptsOnly = (token: string) => (request: SentRequest) =>
  bearerOf(request) === token ? answer(200, options) : answer(401, { detail: 'Invalid or expired token' })

describe('a session that ended because the user was idle', () => {
  const refused = answer(401, { detail: 'You were signed out because you were away.' })
  const search = (call: ReturnType<typeof aCaller>['call']) =>
    call(patients.searchPatients, { query: {} }).catch((error: unknown) => error)

  test('is reported once, even if several calls find out', async () => {
    const { call, events, refreshes } = aCaller({ refresh: 'refresh-1' }, () => answer(401), refused)
    await Promise.all([search(call), call.renew({ background: true }).catch(() => undefined), search(call)])
    expect(events.filter((event) => event === 'signed out: away')).toHaveLength(1)
    expect(refreshes()).toBe(1)
  })

  test('does not explain the end of the next session', async () => {
    const { call, events } = aCaller({ refresh: 'refresh-1' }, () => answer(401), refused)
    await search(call)
    await search(call)
    expect(events).toEqual(['signed out: away', 'signed out'])
  })

  test('is reported by a page that finds the tokens gone, and again the next time', async () => {
    const { call, events, refreshes, hold } = aCaller({ wasAway: true }, () => answer(200, []))
    await search(call)
    expect(events).toEqual(['signed out: away'])
    hold({ access: tokenLiving(60 * minute), refresh: 'refresh-1' })
    await search(call)
    hold({ wasAway: true })
    await search(call)
    expect(events).toEqual(['signed out: away', 'signed out: away'])
    expect(refreshes()).toBe(0)
  })
})

describe('a page of one user', () => {
  const list = (call: ReturnType<typeof aCaller>['call']) => call(deliveries.listDeliveries, { query: {} })

  test.each([
    ['if it finds them', { access: tokenLiving(60 * minute, { sub: 'other' }) }, answer(200, fresh)],
    [
      'if it receives them in a refresh',
      { refresh: 'refresh' },
      answer(200, { ...fresh, access_token: tokenLiving(60 * minute, { sub: 'other' }) }),
    ],
  ])('sends nothing with another user’s tokens, %s', async (_, held, refresh) => {
    const { call, sent, events, belongTo } = aCaller(held, () => answer(200, []), refresh)
    belongTo('me')
    await expect(list(call)).rejects.toMatchObject({ status: 0 })
    expect(sent.filter(({ path }) => path !== auth.refresh.path)).toEqual([])
    expect(events).toEqual(['overtaken'])
  })

  test.each([
    ['its user’s tokens', 'me', 'me'],
    ['any user’s tokens before it has a user', undefined, 'other'],
  ])('sends requests with %s', async (_, owner, sub) => {
    const { call, events, belongTo } = aCaller({ access: tokenLiving(60 * minute, { sub }) }, () => answer(200, []))
    belongTo(owner)
    await list(call)
    expect(events).toEqual([])
  })
})

describe('a request', () => {
  test('has its path, query and body from the contract, without undefined values', async () => {
    const { call, sent } = aCaller({ access: tokenLiving(60 * minute) }, () => answer(200, []))
    await call(deliveries.listDeliveries, { query: { status: 'pending,assigned', pharmacist_id: undefined } })
    expect(sent[0]).toMatchObject({ method: 'GET', path: '/api/deliveries?status=pending%2Cassigned' })
  })

  test('escapes an ID, which cannot leave its place in the path', async () => {
    const { call, sent } = aCaller({ access: tokenLiving(60 * minute) }, () => answer(204))
    await call(patients.deletePatient, { params: { id: '../users?x=1' } })
    expect(sent[0]?.path).toBe('/api/deliveries/patients/..%2Fusers%3Fx%3D1')
  })

  test('to a public call sends the current token, and its refusal ends no session', async () => {
    const access = tokenLiving(-minute)
    const { call, sent, events, held, hold } = aCaller({ access, refresh: 'refresh-1' }, () => answer(401))
    const signIn = () => call(auth.login, { body: { email: 'a@b.example', password: 'wrong' } }).catch(() => undefined)
    await signIn()
    expect(sent.map(bearerOf)).toEqual([access])
    expect(held()).toMatchObject({ access, refresh: 'refresh-1' })
    hold({})
    await signIn()
    expect(sent.map(bearerOf)).toEqual([access, undefined])
    expect(events).toEqual([])
  })

  test('to refresh sends the token that it replaces', async () => {
    const access = tokenLiving(60 * minute)
    const { call, sent } = aCaller({ access, refresh: 'refresh-1' }, acceptsOnly(fresh.access_token))
    await call(deliveries.listLanguages, {})
    expect(sent.map(bearerOf)).toEqual([access, access, fresh.access_token])
  })
})

describe('an access token', () => {
  test('is used as it is while it has time left', async () => {
    const access = tokenLiving(60 * minute)
    const { call, refreshes } = aCaller({ access, refresh: 'refresh-1' }, acceptsOnly(access))
    await call(deliveries.listLanguages, {})
    expect(refreshes()).toBe(0)
  })

  test.each(['1970-01-01T00:00:00Z', '2026-01-04T12:00:00Z', '2099-01-01T00:00:00Z'])(
    'made at %s lives as long as it says, counted from its arrival',
    async (made) => {
      const access = tokenLiving(15 * minute, { made: Date.parse(made) })
      const { call, refreshes, clock } = aCaller({ access, refresh: 'refresh-1' }, (request) =>
        bearerOf(request) ? answer(200, options) : answer(401),
      )
      await call(deliveries.listLanguages, {})
      clock.now += 13 * minute
      await call(deliveries.listLanguages, {})
      expect(refreshes()).toBe(0)
      clock.now += 1.5 * minute
      await call(deliveries.listLanguages, {})
      await call(deliveries.listLanguages, {})
      expect(refreshes()).toBe(1)
    },
  )

  test('with a short life is not refreshed before every call', async () => {
    const access = tokenLiving(minute / 2)
    const { call, refreshes } = aCaller({ access, refresh: 'refresh-1' }, acceptsOnly(access))
    await call(deliveries.listLanguages, {})
    await call(deliveries.listLanguages, {})
    expect(refreshes()).toBe(0)
  })

  test('is refreshed before the call if missing', async () => {
    const { call, sent, held } = aCaller({ refresh: 'refresh-1' }, acceptsOnly(fresh.access_token))
    await call(deliveries.listLanguages, {})
    expect(sent.map(({ path }) => path)).toEqual([auth.refresh.path, deliveries.listLanguages.path])
    expect(sent[0]?.body).toEqual({ refresh_token: 'refresh-1' })
    expect(held()).toEqual({ access: fresh.access_token, refresh: 'refresh-2' })
  })

  test('is refreshed after a refusal, and the call is repeated once', async () => {
    const { call, refreshes, events } = aCaller(
      { access: tokenLiving(60 * minute), refresh: 'refresh-1' },
      acceptsOnly(fresh.access_token),
    )
    await expect(call(deliveries.listLanguages, {})).resolves.toMatchObject({ body: options })
    expect(refreshes()).toBe(1)
    expect(events).toEqual([])
  })

  test('is refreshed once for concurrent calls', async () => {
    const { call, refreshes } = aCaller({ refresh: 'refresh-1' }, acceptsOnly(fresh.access_token))
    await Promise.all([1, 2, 3].map(() => call(deliveries.listLanguages, {})))
    expect(refreshes()).toBe(1)
  })

  test.each([
    ['the refresh token is rejected too', answer(401, { detail: 'Invalid refresh token' })],
    ['the new token is rejected as well', answer(200, { ...fresh, access_token: 'refused' })],
  ])('ends the session after a 401 if %s', async (_, refresh) => {
    const refuseAll = () => answer(401, { detail: 'Invalid or expired token' })
    const { call, events, held } = aCaller(
      { access: tokenLiving(60 * minute), refresh: 'refresh-1' },
      refuseAll,
      refresh,
    )
    await expect(call(deliveries.listLanguages, {})).rejects.toMatchObject({ status: 401 })
    expect(held()).toMatchObject({ access: undefined, refresh: undefined })
    expect(events).toEqual(['signed out'])
  })

  test('stays if the server fails to refresh it', async () => {
    const { call, events, held } = aCaller(
      { refresh: 'refresh-1' },
      () => answer(200, options),
      answer(503, { message: 'Service Unavailable' }),
    )
    await expect(call(deliveries.listLanguages, {})).rejects.toMatchObject({ status: 503 })
    expect(held().refresh).toBe('refresh-1')
    expect(events).toEqual([])
  })

  test('or a refresh token must exist before anything is sent', async () => {
    const { call, sent, events } = aCaller({}, () => answer(200, options))
    await expect(call(deliveries.listLanguages, {})).rejects.toMatchObject({ status: 401 })
    expect(sent).toEqual([])
    expect(events).toEqual(['signed out'])
  })

  test('survives a failed sign-in, like its session', async () => {
    const { call, events, refreshes } = aCaller({ refresh: 'refresh-1' }, () =>
      answer(401, { detail: 'Invalid email or password' }),
    )
    await expect(call(auth.login, { body: { email: 'a@b.example', password: 'wrong' } })).rejects.toMatchObject({
      status: 401,
      detail: 'Invalid email or password',
    })
    expect([events, refreshes()]).toEqual([[], 0])
  })
})

describe('a response', () => {
  const failing = (reply: RawResponse) =>
    aCaller({ access: tokenLiving(60 * minute) }, () => reply)
      .call(deliveries.listLanguages, {})
      .then(
        () => undefined,
        (error: unknown) => error,
      )

  test('contains the cursor of the next page', async () => {
    const link = '</api/deliveries?view=past&cursor=k1.a%2Bb>; rel="next"'
    const { call } = aCaller({ access: tokenLiving(60 * minute) }, () => answer(200, [], { link }))
    await expect(call(deliveries.listDeliveries, {})).resolves.toEqual({ body: [], next: 'k1.a+b' })
    expect(nextCursor('</api/deliveries?cursor=x>; rel="prev"')).toBeUndefined()
  })

  test('contains a refusal’s message and a validation’s problems', async () => {
    const problem = { loc: ['body', 'name'], msg: 'Name is required', type: 'value_error' }
    expect(await failing(answer(422, { detail: [problem] }))).toMatchObject({
      status: 422,
      detail: 'Name is required',
      problems: [problem],
    })
    expect(await failing(answer(429, { detail: 'Too many' }, { 'retry-after': '30' }))).toMatchObject({
      detail: 'Too many',
      retryAfterSeconds: 30,
    })
    expect(await failing(answer(413, { message: 'Request Entity Too Large' }))).toMatchObject({
      detail: 'Request Entity Too Large',
    })
  })

  const html = '<!doctype html><title>Welcome</title>'
  const typed = (status: number, type: string, text: string): RawResponse => ({
    status,
    headers: type ? { 'content-type': type } : {},
    text,
  })

  test('that is not JSON is passed on if it is plain text', async () => {
    const plain = typed(502, 'text/plain; charset=utf-8', ' upstream gone\n')
    expect(await failing(plain)).toMatchObject({ status: 502, detail: '', raw: 'upstream gone' })
  })

  test.each([
    ['the edge’s page', typed(502, 'text/html', html)],
    ['a page without a type', typed(503, '', html)],
    ['a page labeled as plain text', typed(502, 'text/plain', html)],
    ['XML from a storage service', typed(403, 'application/xml', '<Error/>')],
    ['truncated JSON', typed(500, 'application/json', '{"deta')],
    ['the gateway’s timeout', answer(504, { message: 'Endpoint request timed out' })],
  ])('is not Carelane’s if it is %s', async (_, reply) => {
    const detail = 'Carelane didn’t respond. What you entered is still here.'
    expect(await failing(reply)).toMatchObject({ status: reply.status, detail, raw: '' })
  })

  test('with a timeout in the server’s own words keeps them', async () => {
    expect(await failing(answer(504, { detail: 'Too slow' }))).toMatchObject({ detail: 'Too slow' })
  })

  test('with a page in place of data comes from a network that requires a sign-in', async () => {
    const detail = 'This network requires you to sign in first.'
    expect(await failing(typed(200, 'text/html', html))).toMatchObject({ status: 0, detail })
    const { call } = aCaller({ access: tokenLiving(60 * minute) }, () => typed(200, 'text/html; charset=utf-8', ''))
    const id = '5e3f1c1e-9d3c-4f0e-8a57-1f1b2c3d4e5f'
    await expect(call(patients.deletePatient, { params: { id } })).rejects.toMatchObject({ detail })
  })

  test('about a reused idempotency key is explained to the user', async () => {
    const problem = { loc: ['header', 'Idempotency-Key'], msg: 'This key was used for another request', type: 'x' }
    expect(await failing(answer(422, { detail: [problem] }))).toMatchObject({
      status: 409,
      detail: 'This was already sent and is saved as it was then. Check what was saved before you change it.',
      problems: [],
    })
  })

  test.each([
    ['the messages of a list of errors', { errors: [{ message: 'No ink' }, 'No pen', { code: 7 }] }, 'No ink; No pen'],
    ['the JSON of a detail that is not a string', { detail: { code: 'E7' } }, '{"code":"E7"}'],
    ['the text itself', 'Out of order', 'Out of order'],
    ['nothing at all', {}, ''],
  ])('to a failed call may contain %s', async (_, body, detail) => {
    expect(await failing(answer(500, body))).toMatchObject({ detail, raw: '' })
  })

  test('that breaks the contract is a failure, not data', async () => {
    const error = await failing(answer(200, { items: [] }))
    expect(error).toBeInstanceOf(CallError)
    expect(error).toMatchObject({ detail: 'Invalid response format from server' })
  })

  test('with a list is read row by row, and skipped rows are reported', async () => {
    const rows = [...options, { value: 'klingon' }, { value: 'french', label: 'French' }]
    const { call, events } = aCaller({ access: tokenLiving(60 * minute) }, () => answer(200, rows))
    const { body } = await call(deliveries.listLanguages, {})
    expect(body).toEqual([...options, { value: 'french', label: 'French' }])
    expect(events).toEqual(['Invalid response format from server'])
  })

  test('with a list in which no row is readable is a failure', async () => {
    expect(await failing(answer(200, [{ value: 'klingon' }]))).toBeInstanceOf(CallError)
  })

  test.each([
    ['newer', 'Carelane has been updated.'],
    ['mine', 'Invalid response format from server'],
    [undefined, 'Invalid response format from server'],
  ])('of release %s that this page cannot read is reported: %s', async (theirs, detail) => {
    const headers: Record<string, string> = theirs ? { 'x-release': theirs } : {}
    const { call, events } = aCaller({ access: tokenLiving(60 * minute) }, () => answer(200, { items: [] }, headers))
    await expect(call(deliveries.listLanguages, {})).rejects.toMatchObject({ detail })
    expect(events).toEqual(theirs === 'newer' ? [detail] : [])
  })

  test('from another release that is readable reports nothing', async () => {
    const headers = { 'x-release': 'newer' }
    const { call, events } = aCaller({ access: tokenLiving(60 * minute) }, () => answer(200, options, headers))
    await call(deliveries.listLanguages, {})
    expect(events).toEqual([])
  })
})
