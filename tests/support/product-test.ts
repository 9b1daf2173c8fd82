import { test as base } from 'vitest'
import { type Organisation, openTestApp, type TestApp } from './test-app.ts'

/**
 * The product and the pharmacy of the test file that runs. A worker runs one file after the other, so there is only one at a time.
 * Hooks that need them are `test.beforeAll` and `test.beforeEach`: Vitest's own `beforeAll` runs before they exist.
 */
export let app: TestApp
export let pharmacy: Organisation

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
