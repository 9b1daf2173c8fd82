import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { warmUp } from '#functions/http/warm-up.ts'
import * as auth from '#shared/api/auth.ts'
import { openTestHouse, type TestHouse } from '#tests/support/test-house.ts'

let house: TestHouse
beforeAll(async () => {
  house = await openTestHouse()
})
afterEach(() => {
  vi.restoreAllMocks()
})
afterAll(() => house.close())

test('a start asks for the signing secret and the table, once each', async () => {
  const secret = vi.spyOn(house.house.keys, 'current')
  const read = vi.spyOn(house.house.table, 'query')
  await warmUp(house.house)
  expect([secret, read].map(({ mock }) => mock.settledResults.map(({ type }) => type))).toEqual([
    ['fulfilled'],
    ['fulfilled'],
  ])
})

test('a function starts without its services, and its first call asks them again', async () => {
  const { admin } = await house.found()
  const secret = vi.spyOn(house.house.keys, 'current').mockRejectedValueOnce(new Error('Secrets Manager is away'))
  await warmUp(house.house)
  expect(secret).toHaveBeenCalled()
  expect(await house.call(auth.me, { as: admin })).toMatchObject({ status: 200 })
})
