import { expect } from 'vitest'
import { apiAreas } from '#shared/api/areas.ts'
import { test } from '#tests/support/product-test.ts'

test.each(Object.keys(apiAreas))('the function of %s starts with an entry for each of its operations', async (area) => {
  expect(await import(`#functions/lambdas/${area}.ts`)).toMatchObject({ handler: expect.any(Function) })
})
