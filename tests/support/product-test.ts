import { test as base } from 'vitest'
import { hashPassword } from '#functions/security/passwords.ts'
import { lazyValue } from '#shared/model/lazy.ts'
import { passSeconds, seconds } from './clock.ts'
import { testGoogleTokenReader } from './google.ts'
import { type RunCalls, runCallsOf } from './run-calls.ts'
import { password } from './sign-up.ts'
import { type Organisation, openTestApp, type Person, type TestApp } from './test-app.ts'

/**
 * What the tests of the file that runs share. A worker runs one file after the other, so there is only one at a time.
 * Hooks that need them are `test.beforeAll` and `test.beforeEach`: Vitest's own `beforeAll` runs before they exist.
 */
export let app: TestApp
export let pharmacy: Organisation
export let person: Person
export let run: RunCalls

/** Tests of a file that share one product, which is opened before the first of them. */
export const test = base.extend(
  'app',
  { scope: 'file', auto: true },
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from this pattern which fixtures are needed
  async ({}, { onCleanup }) => {
    app = await openTestApp()
    onCleanup(() => app.close())
    return app
  },
)

/** Tests of a file that share one product and one pharmacy in it. */
export const pharmacyTest = test.extend('pharmacy', { scope: 'file', auto: true }, async ({ app }) => {
  pharmacy = await app.createPharmacy()
  return pharmacy
})

/** Tests of a file that share one product, each with a pharmacy of its own. */
export const freshPharmacyTest = test.extend('pharmacy', { auto: true }, async ({ app }) => {
  pharmacy = await app.createPharmacy()
  return pharmacy
})

/** The day of the clock in tests of runs. */
export const runDay = '2026-11-23'

/** Tests of runs. Each has a pharmacy of its own, and `run` makes the calls about the run of the pharmacy's driver. */
export const runTest = test.extend('run', { auto: true }, async ({ app }) => {
  app.clock.now = new Date(`${runDay}T14:00:00Z`)
  pharmacy = await app.createPharmacy()
  run = runCallsOf(app, pharmacy, { person: pharmacy.driver, date: runDay })
  return run
})

/** Returns the hash of the password of `sign-up.ts`. */
export const passwordHash = lazyValue(() => hashPassword(password))

/**
 * Tests of signing in, also with Google. Each has a person of its own, who has the password of `sign-up.ts`. An hour passes between
 * them, so that none counts towards the limits of the next.
 */
export const personTest = pharmacyTest.extend('person', { auto: true }, async ({ app, pharmacy }) => {
  app.services.google = testGoogleTokenReader
  passSeconds(app, seconds.hour)
  person = await app.join(pharmacy.tenant, { password_hash: await passwordHash() })
  return person
})
