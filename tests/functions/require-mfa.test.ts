import { describe, expect } from 'vitest'
import { keysOf } from '#functions/data/table-keys.ts'
import { update } from '#functions/data/writes.ts'
import * as auth from '#shared/api/auth.ts'
import { listDeliveries } from '#shared/api/deliveries.ts'
import { updateSettings } from '#shared/api/settings.ts'
import { listUsers } from '#shared/api/users.ts'
import { everyCall } from '#tests/calls/every-call.ts'
import { passSeconds, seconds } from '#tests/support/clock.ts'
import { app, test } from '#tests/support/product-test.ts'
import { addPasskey } from '#tests/support/software-authenticator.ts'
import type { Organisation, Person } from '#tests/support/test-app.ts'

let pharmacy: Organisation
test.beforeAll(async () => {
  pharmacy = await app.createPharmacy()
  await ask('everyone')
})

const ask = (require_mfa: 'off' | 'administrators' | 'everyone') =>
  app.table.write(update(keysOf(pharmacy.tenant.id).tenant, { set: { require_mfa } }))
const missing = { status: 403, body: { detail: 'Set up two-step sign-in first' } }

/** The calls that, according to the specification, answer even people who still have to set up a second step. */
const answering = [
  'GET /api/auth/me',
  'GET /api/auth/factors',
  'POST /api/auth/totp',
  'POST /api/auth/totp/confirm',
  'DELETE /api/auth/totp',
  'POST /api/auth/passkeys/options',
  'POST /api/auth/passkeys',
  'DELETE /api/auth/passkeys/{id}',
  'POST /api/auth/switch',
  'POST /api/auth/confirm',
  'POST /api/auth/recovery-codes',
]

const calls = everyCall().filter(({ entry }) => entry.access !== 'public')
describe.each(calls)('$routeKey', ({ routeKey, entry }) => {
  test('is rejected while the second step is missing, unless it is needed to set it up', async () => {
    const nothing = '00000000-0000-4000-8000-000000000000'
    const params = { id: nothing, user_id: nothing, unsent_id: nothing, date: '2031-01-01' }
    const { status, body } = await app.call(entry, { as: pharmacy.admin, params, ...(entry.body && { body: {} }) })
    const isMissing = status === missing.status && body?.detail === missing.body.detail
    expect(isMissing).toBe(!answering.includes(routeKey))
  })
})

test('two-step sign-in can be required for administrators, for everyone or not at all', async () => {
  const me = async (as = pharmacy.admin) => (await app.call(auth.me, { as })).body.second_step_needed
  for (const [rule, ofAdmin, ofDriver] of [
    ['off', false, false],
    ['administrators', true, false],
    ['everyone', true, true],
  ] as const) {
    await ask(rule)
    expect([rule, await me(), await me(pharmacy.driver)]).toEqual([rule, ofAdmin, ofDriver])
  }
})

test('a passkey counts as the second step', async () => {
  await ask('administrators')
  expect(await app.call(listUsers, { as: pharmacy.admin })).toMatchObject(missing)
  await addPasskey(app, pharmacy.admin)
  expect(await app.call(listUsers, { as: pharmacy.admin })).toMatchObject({ status: 200 })
})

describe('once required, the second step', () => {
  const turnOn = () => app.call(updateSettings, { as: pharmacy.admin, body: { require_mfa: 'everyone' } })
  const list = (as: Person) => app.call(listDeliveries, { as })

  test('applies to signed-in users at their next sign-in, at the latest after a day', async () => {
    pharmacy = await app.createPharmacy()
    await app.table.write(update(keysOf(pharmacy.tenant.id).tenant, { set: { idle_minutes: 0 } }))
    const { driver } = pharmacy
    passSeconds(app, seconds.minute)
    expect(await turnOn()).toMatchObject({ status: 200 })
    expect(await list(driver)).toMatchObject({ status: 200 })
    expect((await app.call(auth.me, { as: driver })).body.second_step_needed).toBe(false)
    expect(await list(await app.signIn(driver.user))).toMatchObject(missing)
    // After a day the rule also holds for an older session. Refreshing the expired token does not begin a new one.
    passSeconds(app, seconds.day)
    const { body } = await app.call(auth.refresh, { body: { refresh_token: driver.refreshToken } })
    expect((await app.call(auth.me, { as: body.access_token })).body.second_step_needed).toBe(true)
  })

  test('applies in the same way to users who are included later', async () => {
    pharmacy = await app.createPharmacy()
    await app.table.write(
      update(keysOf(pharmacy.tenant.id).tenant, {
        set: { require_mfa: 'administrators', require_mfa_since: pharmacy.tenant.created_at, idle_minutes: 0 },
      }),
    )
    passSeconds(app, 2 * seconds.day)
    pharmacy.admin = await app.signIn(pharmacy.admin.user)
    await addPasskey(app, pharmacy.admin)
    const driver = await app.signIn(pharmacy.driver.user)
    passSeconds(app, 1)
    expect(await turnOn()).toMatchObject({ status: 200 })
    expect(await list(driver)).toMatchObject({ status: 200 })
  })
})
