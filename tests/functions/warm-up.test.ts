import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { inScope } from '#functions/data/scope.ts'
import { refuseNobody, warmUp } from '#functions/http/warm-up.ts'
import * as auth from '#shared/api/auth.ts'
import { openTestHouse, type TestHouse } from '#tests/support/test-house.ts'

let house: TestHouse
beforeAll(async () => {
  house = await openTestHouse()
})
afterAll(() => house.close())

test('nobody is refused, after all that a caller is read by was asked', async () => {
  const asked = vi.spyOn(house.house.table, 'getAll')
  await expect(inScope(() => refuseNobody(house.house))).rejects.toMatchObject({ status: 401 })
  expect(asked).toHaveBeenCalledOnce()
})

test('a function starts without its services, and its first call asks them again', async () => {
  const { admin } = await house.found()
  const secret = vi.spyOn(house.house.keys, 'current').mockRejectedValueOnce(new Error('Secrets Manager is away'))
  await warmUp(house.house, refuseNobody)
  expect(secret).toHaveBeenCalledOnce()
  expect(await house.call(auth.me, { as: admin })).toMatchObject({ status: 200 })
})
