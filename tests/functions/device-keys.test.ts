import { expect } from 'vitest'
import { keysOf } from '#functions/data/table-keys.ts'
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
