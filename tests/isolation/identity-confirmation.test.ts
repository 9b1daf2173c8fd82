import { describe, expect } from 'vitest'
import { unscopedKeys } from '#functions/data/table-keys.ts'
import { update } from '#functions/data/writes.ts'
import { newConfirmationToken } from '#functions/security/confirmations.ts'
import { everyCall } from '#tests/calls/every-call.ts'
import { makeReady } from '#tests/calls/make-ready.ts'
import { openWorkplace, type Workplace } from '#tests/calls/workplace.ts'
import { seconds } from '#tests/support/clock.ts'
import { testGoogleTokenReader } from '#tests/support/google.ts'
import { app, test } from '#tests/support/product-test.ts'

let at: Workplace
test.beforeAll(async () => {
  app.services.google = testGoogleTokenReader
  at = await openWorkplace(app)
})

const ago = (past: number) => new Date(app.clock.now.getTime() - past * 1000)
const confirmationOf = (session: string, later = 0) => newConfirmationToken(app.services.keys, session, ago(-later))

/**
 * Makes a session look as if it began this many seconds ago. The clock is not moved, because what was prepared for a call would
 * then become older, too.
 */
const signedIn = (accountId: string, session: string, past: number) =>
  app.table.write(update(unscopedKeys.session(accountId, session), { set: { created_at: ago(past).toISOString() } }))

/** What someone at an unlocked computer could do that lasts, in the specification's words, and the calls that do it. */
const effects: Readonly<Record<string, readonly string[]>> = {
  'makes a credential of the account': [
    'POST /api/auth/totp',
    'POST /api/auth/totp/confirm',
    'POST /api/auth/recovery-codes',
    'POST /api/auth/passkeys/options',
    'POST /api/auth/passkeys',
    'POST /api/auth/google-connect',
  ],
  'takes a credential away': [
    'DELETE /api/auth/totp',
    'DELETE /api/auth/passkeys/{id}',
    'POST /api/users/{id}/reset-factors',
  ],
  'makes an API key': ['POST /api/keys', 'POST /api/keys/{id}/rotate'],
  'makes or takes away an administrator': [
    'POST /api/users',
    'PUT /api/users/{id}',
    'DELETE /api/users/{id}',
    'POST /api/users/{id}/invitation',
  ],
  'makes a file of everything': ['POST /api/exports', 'GET /api/exports/{id}/link'],
  'weakens a setting': ['PUT /api/settings'],
  'reaches another organization, in which the session would have ended': ['POST /api/auth/switch'],
  'locks the owner out': ['DELETE /api/auth/sessions/{id}', 'POST /api/auth/sessions/end-others'],
}

/** Calls that share an action with these, but whose own effect needs no confirmation. */
const harmless = ['POST /api/users/bulk', 'DELETE /api/users/{id}/invitation']

describe('the calls that require a confirmation', () => {
  test('are those of the specification', () => {
    for (const { routeKey, entry, line } of everyCall())
      expect([routeKey, entry.confirmed ?? false]).toEqual([routeKey, line.confirmed ?? false])
  })

  test('are those with a lasting effect', () => {
    const confirmed = everyCall().filter(({ entry }) => entry.confirmed)
    expect(confirmed.map(({ routeKey }) => routeKey).sort()).toEqual(
      [...Object.values(effects).flat(), ...harmless].sort(),
    )
    expect(confirmed.filter(({ entry }) => entry.takesKey)).toEqual([])
  })

  test('prepare a request that requires one', () => {
    for (const { routeKey, line } of everyCall())
      expect([routeKey, line.lasting !== undefined]).toEqual([
        routeKey,
        line.confirmed === 'sometimes' && !harmless.includes(routeKey),
      ])
  })
})

const confirmedCalls = everyCall().filter(({ line }) => line.confirmed === true || line.lasting)

describe.each(confirmedCalls)('$routeKey', (call) => {
  test('changes nothing by an old session alone, and goes on with a confirmation of that very session', async () => {
    const { send, as, done } = await makeReady(call, at, call.line.lasting)
    const [accountId = '', own = ''] = as?.refreshToken.split('.') ?? []
    const [, other = ''] = (await app.signIn(at.driver.user)).refreshToken.split('.')
    await signedIn(accountId, own, 5 * seconds.minute)
    const before = await done?.()
    for (const shown of [
      undefined,
      '',
      'made.up',
      await confirmationOf(own, -5 * seconds.minute),
      await confirmationOf(other),
    ]) {
      const { status, body } = await send(shown === undefined ? {} : { 'x-confirmation': shown })
      expect([shown, status, body]).toEqual([shown, 403, { detail: 'Confirm that it is you' }])
    }
    expect(await done?.()).toBe(before)
    const { status } = await send({ 'x-confirmation': await confirmationOf(own) })
    expect(status).toBe(call.entry.success)
    await signedIn(accountId, own, 0)
  })
})
