import { defineConfig } from '@playwright/test'
import chromium from '@sparticuz/chromium'
import { runPorts } from './tests/e2e/ports.ts'

const { port, mailPort, s3Port } = await runPorts()

export const desktop = { name: 'desktop', use: { viewport: { width: 1280, height: 800 } } }
export const phone = { name: 'phone', use: { viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true } }

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
  // A machine that others share may stall for seconds. What passes only the second time is named as flaky at the end.
  retries: process.env.CI ? 1 : 0,
  reporter: process.env.CI ? [['list'], ['github']] : [['list']],
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
  // A test without a tag is at a desk here, and in the proof at both sizes. `@phone` is what somebody does on the way, and
  // `@both` what everybody sees; `@only-desk` and `@only-phone` have no sense at the other size. `@proof` is in the proof alone.
  projects: [
    { ...desktop, grepInvert: /@(proof|phone|only-phone)\b/ },
    { ...phone, grep: /@(phone|both|only-phone)\b/, grepInvert: /@proof\b/ },
  ],
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
