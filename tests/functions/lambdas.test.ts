import { afterAll, beforeAll, expect, test } from 'vitest'
import { apiAreas } from '#shared/api/areas.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

test.each(Object.keys(apiAreas))(
  'the function of %s starts, with an entry for each of its operations',
  async (area) => {
    expect(await import(`#functions/lambdas/${area}.ts`)).toMatchObject({ handler: expect.any(Function) })
  },
)
