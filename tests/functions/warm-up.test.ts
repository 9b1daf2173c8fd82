import { afterEach, expect, vi } from 'vitest'
import { warmUp } from '#functions/http/warm-up.ts'
import * as auth from '#shared/api/auth.ts'
import { app, test } from '#tests/support/product-test.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

test('starting a function reads the signing secret and the table’s name once each', async () => {
  const secret = vi.spyOn(app.services.keys, 'current')
  const read = vi.spyOn(app.services.table, 'query')
  await warmUp(app.services)
  expect([secret, read].map(({ mock }) => mock.settledResults.map(({ type }) => type))).toEqual([
    ['fulfilled'],
    ['fulfilled'],
  ])
})

test('a function starts even if its services are down, and its first call retries', async () => {
  const { admin } = await app.createPharmacy()
  const secret = vi.spyOn(app.services.keys, 'current').mockRejectedValueOnce(new Error('Secrets Manager is away'))
  await warmUp(app.services)
  expect(secret).toHaveBeenCalled()
  expect(await app.call(auth.me, { as: admin })).toMatchObject({ status: 200 })
})
