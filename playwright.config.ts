import { defineConfig } from '@playwright/test'
import chromium from '@sparticuz/chromium'
import { runPorts } from './tests/e2e/ports.ts'

const { port, mailPort, s3Port } = await runPorts()

export const desktop = { name: 'desktop', use: { viewport: { width: 1280, height: 800 } } }
export const phone = { name: 'phone', use: { viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true } }

/** The whole product as `npm start` runs it, in a browser that npm installs. */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  // The files' tests share only the demo pharmacy, and none expects to be the only one to use it. Three workers keep two processors
  // busy, because each waits for the server and for its own page.
  workers: 3,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  // A shared machine may stall for seconds. A test that passes only at the second attempt is named as flaky at the end.
  retries: process.env.CI ? 1 : 0,
  reporter: process.env.CI ? [['list'], ['github']] : [['list']],
  use: {
    baseURL: `http://localhost:${port}`,
    // A locator that matches nothing fails soon. Tests use expectations for everything that takes longer.
    actionTimeout: 10_000,
    screenshot: 'only-on-failure',
    // A trace takes a picture of the page before and after every step, which takes longer than most tests. `--trace on` makes one.
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: await chromium.executablePath(),
      // Without the package's own flags, which are made for Lambda and disable the browser's web security.
      args: ['--no-sandbox', '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
    },
  },
  // By default a test runs on a desktop screen here, and at both sizes in the proof. `@phone` marks what people do on the way,
  // `@both` what everybody sees, and `@only-desk` and `@only-phone` what makes no sense at the other size. `@proof` tests run only
  // in the proof.
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
      // Each test that requests mails uses an IP address of its own, which it sends in x-forwarded-for.
      FORWARDED: 'trusted',
    },
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5000 },
  },
})
