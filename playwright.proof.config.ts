import { defineConfig } from '@playwright/test'
import everyRun, { desktopProject, phoneProject } from './playwright.config.ts'

// Tests read this variable and do more in the proof. The processes that run them inherit it.
process.env.PROOF = 'long'

/** Runs every browser test on a desktop screen and on a phone, unless it makes sense on only one of them, and with animations. */
export default defineConfig({
  ...everyRun,
  retries: 0,
  use: { ...everyRun.use, contextOptions: { reducedMotion: 'no-preference' } },
  projects: [
    { ...desktopProject, grepInvert: /@only-phone\b/ },
    { ...phoneProject, grepInvert: /@only-desk\b/ },
  ],
})
