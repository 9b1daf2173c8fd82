import { defineConfig } from '@playwright/test'
import everyRun from './playwright.config.ts'

/** What takes too long for every run. */
export default defineConfig(everyRun, {
  testMatch: /lost-parts\.spec\.ts/,
  metadata: { onEveryWay: true },
})
