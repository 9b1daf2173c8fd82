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

test('the calls that require an identity confirmation are those in the specification', () => {
  for (const { routeKey, entry, line } of everyCall())
    expect([routeKey, entry.confirmed ?? false]).toEqual([routeKey, line.confirmed ?? false])
})

describe.each(everyCall().filter(({ line }) => line.confirmed))('$routeKey', (call) => {
  test('changes nothing in an old session, and succeeds once the same session is confirmed', async () => {
    const { send, as, done } = await makeReady(call, at)
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
