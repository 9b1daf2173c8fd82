import { defineConfig } from '@playwright/test'
import chromium from '@sparticuz/chromium'
import { runPorts } from './tests/e2e/ports.ts'
import { everyRun } from './tests/e2e/sizes.ts'

const { port, mailPort, s3Port } = await runPorts()

/** The whole product as `npm start` runs it, in a browser that comes from npm. */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  // The tests of a file share nothing with another file's but the demo pharmacy, which none of them expects to be alone with.
  // Three keep two processors busy: each waits for the others' server and for its own page.
  workers: 3,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  // A machine that others share may stall for seconds; what passes only the second time is reported as flaky.
  retries: process.env.CI ? 1 : 0,
  reporter: [['list']],
  use: {
    baseURL: `http://localhost:${port}`,
    // A locator that matches nothing fails soon; what is waited for on purpose is an expectation.
    actionTimeout: 10_000,
    screenshot: 'only-on-failure',
    // It takes a picture of the page before and after every step, which costs more than most tests. `--trace on` asks for one.
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: await chromium.executablePath(),
      // Not the package's own flags: they are made for a Lambda, and turn the web's security off.
      args: ['--no-sandbox', '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
    },
  },
  projects: everyRun,
  webServer: {
    command: 'node infra/local/start.ts',
    url: `http://localhost:${port}/config.json`,
    env: {
      PORT: port ?? '',
      MAIL_PORT: mailPort ?? '',
      S3_PORT: s3Port ?? '',
      DATA_DIR: ':memory:',
      GOOGLE: 'emulated',
      // Each test that asks for mails is a place of its own: x-forwarded-for says which.
      FORWARDED: 'trusted',
    },
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5000 },
  },
})
