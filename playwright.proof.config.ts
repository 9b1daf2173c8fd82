import { defineConfig } from '@playwright/test'
import everyRun, { desktop, phone } from './playwright.config.ts'

// Makes tests do more in the proof. Their processes inherit this variable.
process.env.PROOF = 'long'

/** Every browser test, at both sizes unless only one makes sense. */
export default defineConfig({
  ...everyRun,
  projects: [
    { ...desktop, grepInvert: /@only-phone\b/ },
    { ...phone, grepInvert: /@only-desk\b/ },
  ],
})
