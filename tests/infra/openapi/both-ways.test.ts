import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { everyCall } from '#tests/calls/every-call.ts'
import { makeReady } from '#tests/calls/make-ready.ts'
import { openWorkplace, type Workplace } from '#tests/calls/workplace.ts'
import { allowedBy } from '#tests/support/allowed-by.ts'
import { broken } from '#tests/support/arbitrary-of.ts'
import { pass } from '#tests/support/clock.ts'
import { describedCall, sentSchema, wrongBy } from '#tests/support/document.ts'
import { trimmed } from '#tests/support/hold-to-document.ts'
import { howMany } from '#tests/support/how-many.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let workplace: Workplace
beforeAll(async () => {
  app = await openTestApp()
  app.services.google = async (sub) => ({
    sub,
    email: 'nobody@example.com',
    isAuthoritative: true,
    expires_at_seconds: 2 ** 33,
  })
  workplace = await openWorkplace(app)
})
afterAll(() => app.close())

const withBody = everyCall().flatMap((call) => {
  const schema = sentSchema(describedCall(call.entry))
  return schema ? [{ ...call, schema }] : []
})

const numRuns = howMany({ quick: 12, proof: 300 })

describe.each(withBody)('$routeKey', ({ schema, ...call }) => {
  const { entry } = call
  /** Every answer of a test app is held to the document, so that a refusal without a rule there fails here. */
  async function send(body: unknown) {
    if (entry.access === 'public') pass(app, 300)
    const { as, params, headers } = await makeReady(call, workplace)
    return app.call(entry, { as: as && workplace.admin, params, headers, body })
  }

  test('takes what the document allows, or refuses it by a rule that the document names', async () => {
    await fc.assert(
      fc.asyncProperty(allowedBy(schema), async (body) => {
        const { status } = await send(body)
        expect(status).toBeLessThan(500)
      }),
      { seed: 5, numRuns },
    )
  })

  test('refuses what the document forbids', async () => {
    const forbidden = broken(allowedBy(schema)).filter(
      (body) => body !== undefined && wrongBy(schema, trimmed(JSON.parse(JSON.stringify(body)))).length > 0,
    )
    await fc.assert(
      fc.asyncProperty(forbidden, async (body) => {
        const { status } = await send(JSON.parse(JSON.stringify(body)))
        expect(status).toBeGreaterThanOrEqual(400)
        expect(status).toBeLessThan(500)
      }),
      { seed: 5, numRuns },
    )
  })
})
