import { describe, expect } from 'vitest'
import { keysOf } from '#functions/data/table-keys.ts'
import { update } from '#functions/data/writes.ts'
import { hashPassword } from '#functions/security/passwords.ts'
import * as auth from '#shared/api/auth.ts'
import * as factors from '#shared/api/factors.ts'
import * as sessions from '#shared/api/sessions.ts'
import * as users from '#shared/api/users.ts'
import { everyCall } from '#tests/calls/every-call.ts'
import { aDelivery } from '#tests/support/builders.ts'
import { passSeconds, seconds } from '#tests/support/clock.ts'
import { app, pharmacy, freshPharmacyTest as test } from '#tests/support/product-test.ts'
import { password } from '#tests/support/sign-up.ts'
import type { Person } from '#tests/support/test-app.ts'

let person: Person
test.beforeEach(async () => {
  person = pharmacy.driver
})

const refresh = (refresh_token: string, more: object = {}) =>
  app.call(auth.refresh, { body: { refresh_token, ...more } })
const away = { status: 401, body: { detail: 'You were signed out because you were away.' } }
const half = 30 * seconds.minute

describe('a session', () => {
  test('ends after half an hour without use', async () => {
    passSeconds(app, half - 1)
    const { status, body } = await refresh(person.refreshToken)
    expect(status).toBe(200)
    passSeconds(app, half)
    expect(await refresh(body.refresh_token)).toMatchObject(away)
    expect((await refresh(body.refresh_token)).status).toBe(401)
  })

  test('is not extended by a page that refreshes automatically', async () => {
    passSeconds(app, half - 60)
    const { status, body } = await refresh(person.refreshToken, { background: true })
    expect(status).toBe(200)
    passSeconds(app, 60)
    expect(await refresh(body.refresh_token)).toMatchObject(away)
  })

  test('was last used at the time its page reports, if later than the known time', async () => {
    passSeconds(app, 10 * seconds.minute)
    const first = await refresh(person.refreshToken, { unused_seconds: 9 * seconds.minute })
    const late = await refresh(first.body.refresh_token, { unused_seconds: 10 * seconds.minute })
    passSeconds(app, half - 9 * seconds.minute - 1)
    const stored = await refresh(late.body.refresh_token, { background: true })
    expect(stored.status).toBe(200)
    passSeconds(app, 1)
    expect(await refresh(stored.body.refresh_token, { background: true })).toMatchObject(away)
  })

  test('does not end while its user has a delivery in progress', async () => {
    await aDelivery(app, pharmacy, { status: 'in_progress' })
    passSeconds(app, 2 * half)
    expect((await refresh(person.refreshToken)).status).toBe(200)
  })

  test.each([
    [5, 5 * seconds.minute - 1, 200],
    [5, 5 * seconds.minute, 401],
    [0, 6 * seconds.day, 200],
  ])('with a limit of %i idle minutes, used after %i seconds, gets %i', async (idle_minutes, unused, status) => {
    await app.table.write(update(keysOf(pharmacy.tenant.id).tenant, { set: { idle_minutes } }))
    passSeconds(app, unused)
    expect((await refresh(person.refreshToken)).status).toBe(status)
  })
})

describe('a switch to another organization', () => {
  /** A user of two organizations, and the other one's idle minutes. */
  const memberOfTwo = async (idle: { here: number; there: number }) => {
    const { tenant } = await app.createPharmacy()
    const member = await app.join(pharmacy.tenant, { password_hash: await hashPassword(password) })
    await app.joinAlso(member, tenant)
    const limit = (id: string, idle_minutes: number) =>
      app.table.write(update(keysOf(id).tenant, { set: { idle_minutes } }))
    await limit(pharmacy.tenant.id, idle.here)
    await limit(tenant.id, idle.there)
    return { member, there: tenant.id }
  }
  const switchTo = (as: Person | string, tenant_id: string, headers = {}) =>
    app.call(auth.switchOrganisation, { as, body: { tenant_id }, headers })

  test('is refused after the idle time that its own organization allows', async () => {
    const { member, there } = await memberOfTwo({ here: 5, there: 0 })
    passSeconds(app, 5 * seconds.minute)
    expect(await switchTo(member, there)).toMatchObject(away)
    expect(await refresh(member.refreshToken)).toMatchObject(away)
  })

  test('needs a confirmation if the session has ever rested for longer than the other organization allows', async () => {
    const { member, there } = await memberOfTwo({ here: 0, there: 30 })
    passSeconds(app, seconds.hour)
    const used = (await refresh(member.refreshToken)).body
    passSeconds(app, seconds.minute)
    const refused = await switchTo(used.access_token, there)
    expect(refused).toMatchObject({ status: 403, body: { detail: 'Confirm that it is you' } })
    const { body } = await app.call(factors.confirmIdentity, { as: used.access_token, body: { password } })
    const headers = { 'x-confirmation': String(body.confirmation) }
    const moved = await switchTo(used.access_token, there, headers)
    expect(moved.status).toBe(200)
    passSeconds(app, half - 1)
    const { status, body: next } = await refresh(moved.body.refresh_token, { background: true })
    expect(status).toBe(200)
    const back = await switchTo(next.access_token, pharmacy.tenant.id)
    expect(back.status).toBe(200)
    expect((await switchTo(back.body.access_token, there)).status).toBe(200)
  })

  test('counts as a use, so that a user who works is not signed out afterward', async () => {
    const { member, there } = await memberOfTwo({ here: 0, there: 10 })
    passSeconds(app, 9 * seconds.minute)
    const moved = await switchTo(member, there)
    passSeconds(app, 9 * seconds.minute)
    expect((await refresh(moved.body.refresh_token)).status).toBe(200)
  })
})

test('an access token is valid until 15 minutes after the beginning of the five minutes in which it was issued', async () => {
  const sinceBeginning = Math.floor(app.clock.now.getTime() / 1000) % (5 * seconds.minute)
  const token = await app.signIn(person.user)
  passSeconds(app, 15 * seconds.minute - sinceBeginning - 1)
  expect((await app.call(auth.me, { as: token })).status).toBe(200)
  passSeconds(app, 1)
  expect((await app.call(auth.me, { as: token })).status).toBe(401)
})

describe('an account’s sessions', () => {
  const list = async (as: Person | string) => (await app.call(sessions.listSessions, { as })).body
  const idOf = ({ refreshToken }: Person) => refreshToken.split('.')[1] ?? ''

  test('are listed with their sign-in methods and can be ended one by one', async () => {
    const email = 'seen@example.com'
    await app.join(pharmacy.tenant, { email, password_hash: await hashPassword(password) })
    const headers = { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0 Safari/537.36' }
    const { body } = await app.call(auth.login, { body: { email, password }, headers })
    const [first, second] = await list(body.access_token)
    expect([first, second].find(({ current }) => current)).toMatchObject({
      device: 'Chrome on Windows',
      place: '127.0.0.1',
    })
    const other = [first, second].find(({ current }) => !current)
    const end = () => app.call(sessions.endOneSession, { as: body.access_token, params: { id: other.id } })
    expect((await end()).status).toBe(204)
    expect((await end()).status).toBe(404)
    expect(await list(body.access_token)).toHaveLength(1)
  })

  test('can all be ended except the current one', async () => {
    const others = [await app.signIn(person.user), await app.signIn(person.user)]
    expect((await app.call(sessions.endOtherSessions, { as: person })).status).toBe(204)
    expect(await list(person)).toMatchObject([{ id: idOf(person), current: true }])
    for (const other of others) expect((await app.call(auth.me, { as: other })).status).toBe(401)
  })

  test('all end except the current one when the password changes', async () => {
    const changing = await app.join(pharmacy.tenant, { password_hash: await hashPassword(password) })
    const other = await app.signIn(changing.user)
    const chosen = 'Quiet-Harbour-31'
    const change = (current_password: string) => {
      const body = { current_password, new_password: chosen, confirm_password: chosen }
      return app.call(sessions.changePassword, { as: changing, body })
    }
    expect((await change('Wrong-Password-1')).status).toBe(422)
    expect((await change(password)).status).toBe(204)
    expect((await app.call(auth.me, { as: changing })).status).toBe(200)
    expect((await app.call(auth.me, { as: other })).status).toBe(401)
    const login = (tried: string) => app.call(auth.login, { body: { email: changing.user.email, password: tried } })
    expect([(await login(password)).status, (await login(chosen)).status]).toEqual([401, 200])
  })

  test('end only in the organization whose administrator ends them', async () => {
    const elsewhere = await app.joinAlso(person, (await app.createPharmacy()).tenant)
    const params = { id: person.user.id }
    expect((await app.call(users.endSessionsOfUser, { as: pharmacy.admin, params })).status).toBe(204)
    expect((await app.call(auth.me, { as: person })).status).toBe(401)
    expect((await app.call(auth.me, { as: elsewhere })).status).toBe(200)
  })

  test('are rejected by every call in the contract once ended', async () => {
    const ended = await app.signIn(person.user)
    await app.call(sessions.endOneSession, { as: person, params: { id: idOf(ended) } })
    for (const { entry, routeKey } of everyCall().filter(({ entry }) => entry.access !== 'public')) {
      const params = {
        id: person.user.id,
        user_id: person.user.id,
        unsent_id: person.user.id,
        date: '2026-11-22',
      }
      const { status } = await app.call(entry, { as: ended, params, ...(entry.body && { body: {} }) })
      expect([routeKey, status]).toEqual([routeKey, 401])
    }
  })
})
