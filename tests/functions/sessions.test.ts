import { randomUUID } from 'node:crypto'
import { describe, expect } from 'vitest'
import { keysOf, unscopedKeys } from '#functions/data/table-keys.ts'
import { put, remove, update } from '#functions/data/writes.ts'
import * as auth from '#shared/api/auth.ts'
import { passSeconds, seconds } from '#tests/support/clock.ts'
import { app, pharmacy, pharmacyTest as test } from '#tests/support/product-test.ts'
import type { Person } from '#tests/support/test-app.ts'

let person: Person
test.beforeEach(async () => {
  person = await app.join(pharmacy.tenant)
})

const refresh = (refresh_token: string) => app.call(auth.refresh, { body: { refresh_token } })
const logout = (refresh_token: string) => app.call(auth.logout, { body: { refresh_token } })
const me = (token: string) => app.call(auth.me, { as: token })
const refused = { status: 401, body: { detail: 'Please sign in again' } }

describe('the access tokens of a session', () => {
  test('are the same for five minutes, even if it is refreshed repeatedly', async () => {
    app.clock.now = new Date(Math.ceil(app.clock.now.getTime() / 300_000) * 300_000)
    const own = await app.join(pharmacy.tenant)
    const tokens = new Set([own.token])
    let { refreshToken } = own
    for (let i = 0; i < 5; i++) {
      passSeconds(app, 59)
      const { body } = await refresh(refreshToken)
      tokens.add(body.access_token)
      refreshToken = body.refresh_token
    }
    expect(tokens.size).toBe(1)
  })

  test('replace each other: the old one works for another minute', async () => {
    passSeconds(app, 300)
    const { body } = await refresh(person.refreshToken)
    expect(body.access_token).not.toBe(person.token)
    passSeconds(app, 60)
    for (const token of [person.token, body.access_token]) expect(await me(token)).toMatchObject({ status: 200 })
    passSeconds(app, 1)
    expect(await me(person.token)).toMatchObject({ status: 401 })
    expect(await me(body.access_token)).toMatchObject({ status: 200 })
  })
})

describe('a refresh token', () => {
  test('is exchanged for a new working pair', async () => {
    const { status, body } = await refresh(person.refreshToken)
    expect(status).toBe(200)
    expect(body).toEqual({
      access_token: expect.any(String),
      refresh_token: expect.any(String),
      token_type: 'bearer',
    })
    expect(body.refresh_token).not.toBe(person.refreshToken)
    expect(await me(body.access_token)).toMatchObject({ status: 200, body: { id: person.user.id } })
    expect(await refresh(body.refresh_token)).toMatchObject({ status: 200 })
  })

  test('used fifty times concurrently has one successor', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(person.refreshToken)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    const successors = new Set(answers.map(({ body }) => body.refresh_token))
    expect(successors.size).toBe(1)
    expect(await refresh([...successors][0])).toMatchObject({ status: 200 })
  })

  test('returns the same successor for 30 seconds after its exchange', async () => {
    const { body } = await refresh(person.refreshToken)
    passSeconds(app, 30)
    const again = await refresh(person.refreshToken)
    expect(again).toMatchObject({ status: 200, body: { refresh_token: body.refresh_token } })
    expect(await me(again.body.access_token)).toMatchObject({ status: 200 })
  })

  test('used later than that ends the whole session', async () => {
    const { body } = await refresh(person.refreshToken)
    passSeconds(app, 31)
    expect(await refresh(person.refreshToken)).toMatchObject(refused)
    expect(await refresh(body.refresh_token)).toMatchObject(refused)
    for (const token of [person.token, body.access_token]) expect(await me(token)).toMatchObject({ status: 401 })
  })

  test('from two rotations ago ends the session even within the 30 seconds', async () => {
    const { body } = await refresh(person.refreshToken)
    const second = await refresh(body.refresh_token)
    expect(await refresh(person.refreshToken)).toMatchObject(refused)
    expect(await refresh(second.body.refresh_token)).toMatchObject(refused)
  })

  test('expires exactly seven days after the sign-in', async () => {
    await app.table.write(update(keysOf(pharmacy.tenant.id).tenant, { set: { idle_minutes: 0 } }))
    passSeconds(app, 7 * seconds.day - 1)
    const { status, body } = await refresh(person.refreshToken)
    expect(status).toBe(200)
    passSeconds(app, 1)
    expect(await refresh(body.refresh_token)).toMatchObject(refused)
    expect(await me(body.access_token)).toMatchObject({ status: 401 })
  })

  test('of a deactivated user is rejected', async () => {
    const { user } = person
    await app.table.write(put(keysOf(user.tenant_id).user(user.id), { ...user, is_active: false }))
    expect(await refresh(person.refreshToken)).toMatchObject(refused)
  })

  test('of a deleted user is rejected', async () => {
    await app.table.write(remove(keysOf(person.user.tenant_id).user(person.user.id)))
    expect(await refresh(person.refreshToken)).toMatchObject(refused)
  })

  test('is not accepted as an access token', async () => {
    expect(await me(person.refreshToken)).toMatchObject({ status: 401 })
  })

  test('is never stored in the table, and neither is the access token', async () => {
    const [account = '', session = ''] = person.refreshToken.split('.')
    const place = unscopedKeys.session(account, session)
    const stored = JSON.stringify(await app.table.get(place))
    expect(stored).toContain(person.user.id)
    expect(stored).not.toContain(person.refreshToken.split('.')[3])
  })
})

test('a made-up refresh token is rejected and ends nothing', async () => {
  const [account, session, generation, mac = ''] = person.refreshToken.split('.')
  const other = await app.join(pharmacy.tenant)
  const madeUp = [
    'nonsense',
    '....',
    `${account}.${session}.${generation}.${'A'.repeat(mac.length)}`,
    `${account}.${session}.1.${mac}`,
    `${account}.${session}.-1.${mac}`,
    `${account}.${session}.1e3.${mac}`,
    `${account}.${session}.9999999.${mac}`,
    `${account}.${session}.${generation}.${mac.slice(0, -1)}`,
    `${account}.${session}.${generation}.${mac}x`,
    `${account}.${session}.${generation}.${mac}.${mac}`,
    `${account}.${randomUUID()}.${generation}.${mac}`,
    `${randomUUID()}.${session}.${generation}.${mac}`,
    `${account}.${session}.${generation}.${other.refreshToken.split('.')[3]}`,
    `${account}.${session}.${generation}.${'é'.repeat(mac.length)}`,
  ]
  for (const token of madeUp) {
    expect([token, await refresh(token)]).toMatchObject([token, refused])
    expect([token, await logout(token)]).toMatchObject([token, { status: 204 }])
  }
  expect(await me(person.token)).toMatchObject({ status: 200 })
  expect(await refresh(person.refreshToken)).toMatchObject({ status: 200 })
})

test('a refresh without a token reports the missing field', async () => {
  const answer = await app.call(auth.refresh, { body: {} })
  expect(answer).toMatchObject({
    status: 422,
    body: { detail: [{ loc: ['body', 'refresh_token'], msg: 'Refresh token is required' }] },
  })
})

describe('signing out', () => {
  test('ends both tokens of its session', async () => {
    const { body } = await refresh(person.refreshToken)
    expect(await logout(body.refresh_token)).toMatchObject({ status: 204, text: '' })
    for (const token of [person.token, body.access_token]) expect(await me(token)).toMatchObject({ status: 401 })
    expect(await refresh(body.refresh_token)).toMatchObject(refused)
  })
  test('does not end the user’s other sessions', async () => {
    const phone = await app.signIn(person.user)
    await logout(person.refreshToken)
    expect(await me(phone.token)).toMatchObject({ status: 200 })
  })
  test('can be repeated', async () => {
    await logout(person.refreshToken)
    expect(await logout(person.refreshToken)).toMatchObject({ status: 204 })
  })
})
