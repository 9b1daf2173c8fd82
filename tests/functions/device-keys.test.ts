import { expect } from 'vitest'
import { keysOf, unscopedKeys } from '#functions/data/table-keys.ts'
import { update } from '#functions/data/writes.ts'
import * as sessions from '#shared/api/sessions.ts'
import { passSeconds, seconds } from '#tests/support/clock.ts'
import { app, pharmacy, freshPharmacyTest as test } from '#tests/support/product-test.ts'
import type { Person } from '#tests/support/test-app.ts'

const phone = 'a-phone'
const keyOf = async (as: Person, device = phone) =>
  (await app.call(sessions.readDeviceKey, { as, body: { device } })).body.key

test('each user has one permanent key of 32 random bytes on each device', async () => {
  const { driver, admin } = pharmacy
  const key = await keyOf(driver)
  expect(Buffer.from(key, 'base64url')).toHaveLength(32)
  expect(await keyOf(driver)).toBe(key)
  const others = [await keyOf(driver, 'another-phone'), await keyOf(admin)]
  expect(new Set([key, ...others]).size).toBe(3)
})

test('the key is the same after a new sign-in, so that stored data can be read', async () => {
  const { driver } = pharmacy
  const key = await keyOf(driver)
  expect(await keyOf(await app.signIn(driver.user))).toBe(key)
})

test('two tabs that request a new key concurrently get the same one', async () => {
  const { driver } = pharmacy
  const keys = await Promise.all(Array.from({ length: 5 }, () => keyOf(driver, 'a-new-phone')))
  expect(new Set(keys).size).toBe(1)
})

test('the table stores the key encrypted, for 31 days after its last request', async () => {
  const { driver } = pharmacy
  const stored = () => app.table.get(keysOf(pharmacy.tenant.id).deviceKey(driver.user.id, phone))
  const key = await keyOf(driver)
  const first = await stored()
  expect(JSON.stringify(first)).not.toContain(key)
  expect(first?.expires_at_seconds).toBe(Math.floor(app.clock.now.getTime() / 1000) + 31 * seconds.day)
  passSeconds(app, 10 * seconds.day)
  const again = await app.signIn(driver.user)
  expect(await keyOf(again)).toBe(key)
  expect(await stored()).toEqual({ ...first, expires_at_seconds: (first?.expires_at_seconds ?? 0) + 10 * seconds.day })
})

test('a request without a device name is rejected', async () => {
  const { status } = await app.call(sessions.readDeviceKey, { as: pharmacy.driver, body: { device: ' ' } })
  expect(status).toBe(422)
})

test('a user gets 200 new keys in a month, also when the last ones are requested concurrently', async () => {
  const { unprivileged } = pharmacy
  const month = JSON.stringify([pharmacy.tenant.id, unprivileged.user.id, app.clock.now.toISOString().slice(0, 7)])
  const counter = unscopedKeys.attempts('device keys', month)
  expect(await keyOf(unprivileged)).toBeDefined()
  await app.table.write(update(counter, { set: { count: 197 } }))
  const ask = async (device: string) =>
    (await app.call(sessions.readDeviceKey, { as: unprivileged, body: { device } })).status
  const statuses = await Promise.all(Array.from({ length: 8 }, (_, i) => ask(`browser-${i}`)))
  expect(statuses.filter((status) => status === 200)).toHaveLength(3)
  const refused = await app.call(sessions.readDeviceKey, { as: unprivileged, body: { device: 'one-more' } })
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
  expect(await ask(phone)).toBe(200)
  const end = new Date(app.clock.now)
  app.clock.now = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1))
  const later = await app.signIn(unprivileged.user)
  expect((await app.call(sessions.readDeviceKey, { as: later, body: { device: 'one-more' } })).status).toBe(200)
})
