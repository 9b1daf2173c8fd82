/** @module-tag proof */

import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Call, everyCall } from '#tests/calls/every-call.ts'
import { makeReady } from '#tests/calls/make-ready.ts'
import { openWorkplace, type Workplace } from '#tests/calls/workplace.ts'
import { brokenValues } from '#tests/support/arbitrary-of.ts'
import { passSeconds } from '#tests/support/clock.ts'
import { type Problem, withTrimmedTexts } from '#tests/support/compare-with-document.ts'
import {
  describedCall,
  type Parameter,
  parameterValue,
  queryParametersOf,
  sentSchema,
  violationsOf,
} from '#tests/support/document.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'
import { valuesAllowedBy } from '#tests/support/values-allowed-by.ts'

let app: TestApp
let workplace: Workplace

/**
 * Opens a workplace for each call. Each attempt of a call leaves people, runs and deliveries behind. If all calls shared one
 * workplace, there would be so many of them in the end that a single call would take minutes and gigabytes.
 */
function ownWorkplace() {
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
}

const withBody = everyCall().flatMap((call) => {
  const schema = sentSchema(describedCall(call.entry))
  return schema ? [{ ...call, schema }] : []
})

const numRuns = 300

/** Texts that almost no parameter accepts, and some that many accept. */
const odd = [
  ...['', 'a', '0', '-1', '1.5', '1e3', '0x10', '9999999999', 'NaN', 'true', 'null', 'delivered', 'delivered,gone'],
  ...[
    'pharmacy,gone',
    ',',
    '2026-02-30',
    '2026-2-3',
    '2026-11-23T00:00:00Z',
    '{}',
    '\u0000',
    '\ufffd',
    'x'.repeat(2001),
  ],
]

/** Prepares everything that a call needs. If the call is not public, `as` is the administrator with a valid token. */
async function readyFor(call: Call) {
  if (call.entry.access === 'public') {
    passSeconds(app, 300)
    // The clock has moved on, and an access token lives for only a quarter of an hour, so sign in again.
    Object.assign(workplace.admin, await app.signIn(workplace.admin.user))
  }
  const ready = await makeReady(call, workplace)
  return { ...ready, as: ready.as && workplace.admin }
}

/** Expects that the call was understood and answered, and neither failed nor lacked a valid token. */
function expectJudged({ entry }: Call, status: number) {
  expect(status).toBeLessThan(500)
  if (entry.access !== 'public') expect(status).not.toBe(401)
}

describe.each(withBody)('the body of $routeKey', ({ schema, ...call }) => {
  ownWorkplace()
  const { entry } = call
  /**
   * Sends a body. If it is refused by a rule that the document does not name, the test app throws, because it compares each
   * response with the document.
   */
  async function send(body: unknown) {
    const { as, params, headers } = await readyFor(call)
    return app.call(entry, { as, params, headers, body })
  }

  test('is accepted if the document allows it, or rejected by a rule that the document names', async () => {
    await fc.assert(
      fc.asyncProperty(valuesAllowedBy(schema), async (body) => {
        const { status } = await send(body)
        expectJudged(call, status)
      }),
      { seed: 5, numRuns },
    )
  })

  test('is rejected if the document forbids it', async () => {
    const forbidden = brokenValues(valuesAllowedBy(schema)).filter(
      (body) =>
        body !== undefined && violationsOf(schema, withTrimmedTexts(JSON.parse(JSON.stringify(body)))).length > 0,
    )
    await fc.assert(
      fc.asyncProperty(forbidden, async (body) => {
        const { status } = await send(JSON.parse(JSON.stringify(body)))
        expect(status).toBeGreaterThanOrEqual(400)
        expectJudged(call, status)
      }),
      { seed: 5, numRuns },
    )
  })
})

const withQuery = everyCall().flatMap((call) => {
  const parameters = queryParametersOf(describedCall(call.entry))
  return parameters.size > 0 ? [{ ...call, parameters: [...parameters] }] : []
})

/** Returns the values as texts for a URL. */
const inAddress = (values: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, (Array.isArray(value) ? value.join() : String(value)).trim()]),
  )

const isForbidden = ({ schema = {}, ...parameter }: Parameter, text: string) =>
  violationsOf(schema, parameterValue({ schema, ...parameter }, text)).length > 0

describe.each(withQuery)('the query of $routeKey', ({ parameters, ...call }) => {
  ownWorkplace()
  const { entry } = call
  async function send(query: Record<string, string>) {
    const { as, params, headers, body } = await readyFor(call)
    return app.call(entry, { as, params, headers, query, body })
  }
  const allowed = fc
    .record(Object.fromEntries(parameters.map(([name, { schema = {} }]) => [name, valuesAllowedBy(schema)])), {
      requiredKeys: parameters.flatMap(([name, { required }]) => (required ? [name] : [])),
    })
    .map(inAddress)

  test('is accepted if the document allows it, or rejected by a rule that the document names', async () => {
    await fc.assert(
      fc.asyncProperty(allowed, async (query) => {
        const { status } = await send(query)
        expectJudged(call, status)
      }),
      { seed: 5, numRuns },
    )
  })

  const refusing = parameters.filter(([, parameter]) => odd.some((text) => isForbidden(parameter, text)))

  test.each(refusing)('is rejected if the document forbids it: %s', async (name, parameter) => {
    const forbidden = fc.constantFrom(...odd.filter((text) => isForbidden(parameter, text)))
    await fc.assert(
      fc.asyncProperty(allowed, forbidden, async (query, text) => {
        const { status, body } = await send({ ...query, [name]: text })
        expect(status).toBeGreaterThanOrEqual(400)
        expectJudged(call, status)
        if (status === 422)
          expect(body.detail.map(({ loc }: Problem) => loc.slice(0, 2))).toContainEqual(['query', name])
      }),
      { seed: 5, numRuns },
    )
  })
})
