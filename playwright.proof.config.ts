import { defineConfig } from '@playwright/test'
import everyRun from './playwright.config.ts'

/** What takes too long for every run: at both sizes, each part of the app is lost on every way that needs it. */
export default defineConfig({
  ...everyRun,
  testMatch: /lost-parts\.spec\.ts/,
  projects: (everyRun.projects ?? []).map(({ testIgnore: _, ...project }) => project),
  metadata: { onEveryWay: true },
})
