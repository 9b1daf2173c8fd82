import { describe, expect } from 'vitest'
import * as apiKeys from '#shared/api/api-keys.ts'
import type { ApiKeyForm } from '#shared/model/api-key.ts'
import { createPermission, managePermission, viewPermission } from '#tests/calls/call.ts'
import { everyCall } from '#tests/calls/every-call.ts'
import { makeReady } from '#tests/calls/make-ready.ts'
import { openWorkplace, type Workplace } from '#tests/calls/workplace.ts'
import { keyForm } from '#tests/support/builders.ts'
import { testGoogleTokenReader } from '#tests/support/google.ts'
import { sampleUnlessProof } from '#tests/support/how-many.ts'
import { app, test } from '#tests/support/product-test.ts'

/**
 * The paths that the specification opens to API keys: deliveries, patients, runs and search, but not the actions of a person at a door
 * or a counter, nor the link with which its holder acts as a recipient. `isOfAPerson` matches these.
 */
const room = /^(GET|POST|PUT|PATCH|DELETE) \/api\/(deliveries|runs|search)(\/|$)/
const isOfAPerson =
  /\/(completion|photo-upload|attempts|return|unsent|settle-unsent|recipient-link|accept|discard|recorded-by-mistake|plan-again|corrections|call-back)$|^POST \/api\/runs\/.*\/(close|confirm|reopen)$/
const isGiven = (routeKey: string) => room.test(routeKey) && !isOfAPerson.test(routeKey)

let at: Workplace
const shown: Record<string, string> = {}
test.beforeAll(async () => {
  app.services.google = testGoogleTokenReader
  at = await openWorkplace(app)
  const newKey = async (permissions: ApiKeyForm['permissions'], as = at.admin) =>
    (await app.call(apiKeys.createApiKey, { as, body: keyForm(app.clock.now, { permissions }) })).body
  Object.assign(shown, {
    whole: (await newKey([viewPermission, createPermission, managePermission])).key,
    viewing: (await newKey([viewPermission])).key,
    elsewhere: (await newKey([viewPermission, createPermission, managePermission], (await app.createPharmacy()).admin))
      .key,
    unknown: `ck_${'a'.repeat(40)}`,
  })
  const { id, key } = await newKey([viewPermission, createPermission, managePermission])
  await app.call(apiKeys.revokeApiKey, { as: at.admin, params: { id } })
  Object.assign(shown, { revoked: key })
})

const guarded = everyCall().filter(({ entry }) => entry.access !== 'public')

test('the calls that accept an API key are those in the specification', () => {
  const taken = guarded.filter(({ entry }) => entry.takesKey).map(({ routeKey }) => routeKey)
  expect(taken).toEqual(guarded.map(({ routeKey }) => routeKey).filter(isGiven))
})

describe.each(guarded)('$routeKey', (call) => {
  const { entry, line, routeKey } = call

  test('accepts an API key with the right permission, and no other', async () => {
    const ready = await makeReady(call, at)
    const before = await ready.done?.()
    const answerTo = async (as = '') => {
      const { params, query } = ready
      const sent = entry.body && { body: ready.body }
      const { status, body } = await app.call(entry, { as, params, query, ...sent })
      return [status, Object(body).detail]
    }
    for (const who of sampleUnlessProof(['unknown', 'revoked'], guarded.indexOf(call), 2))
      expect([who, ...(await answerTo(shown[who]))]).toEqual([who, 401, 'Invalid key'])
    const isTaken = isGiven(routeKey)
    if (!isTaken) {
      expect(await answerTo(shown.whole)).toEqual([403, 'A key cannot do this'])
      return expect(await ready.done?.()).toBe(before)
    }
    if (line.access !== viewPermission && line.access !== 'signedIn')
      expect((await answerTo(shown.viewing))[0]).toBe(403)
    const [status] = await answerTo(shown.elsewhere)
    if (entry.subject) expect(status).toBe(404)
    expect(await ready.done?.()).toBe(before)
    expect((await answerTo(shown.whole))[0]).toBe(entry.success)
  })
})
