import { defineConfig } from '@playwright/test'
import everyRun, { desktop, phone } from './playwright.config.ts'

// For what does more in the proof; the tests' processes inherit it.
process.env.PROOF = 'long'

/** Every browser test, at both sizes where both make sense. */
export default defineConfig({
  ...everyRun,
  projects: [
    { ...desktop, grepInvert: /@only-phone\b/ },
    { ...phone, grepInvert: /@only-desk\b/ },
  ],
})
