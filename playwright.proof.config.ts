import { defineConfig } from '@playwright/test'
import everyRun from './playwright.config.ts'
import { proof } from './tests/e2e/sizes.ts'

// For whatever does more in the proof; the tests' processes inherit it.
process.env.PROOF = 'long'

/** What takes too long for every run: the tests at their other size, and each part of the app lost on every way that needs it. */
export default defineConfig({
  ...everyRun,
  projects: proof,
})
