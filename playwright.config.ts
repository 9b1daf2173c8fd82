import { defineConfig } from '@playwright/test'
import chromium from '@sparticuz/chromium'
import { testRunPorts } from './tests/e2e/ports.ts'

const { port, mailPort, s3Port } = await testRunPorts()

export const desktopProject = { name: 'desktop', use: { viewport: { width: 1280, height: 800 } } }
export const phoneProject = {
  name: 'phone',
  use: { viewport: { width: 390, height: 664 }, hasTouch: true, isMobile: true },
}

/** Runs the browser tests against the whole product, started as `npm start` starts it, in a Chromium that npm installs. */
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  // Test files can run in parallel, because they share only the demo pharmacy, and none expects to be the only one to use it. Three
  // workers keep two processors busy, because each worker often waits for the server and for its own page.
  workers: 3,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: true,
  // The machine that CI shares with others may stall for seconds, so a test that fails there gets a second attempt. The report at
  // the end names it as flaky if only the second attempt passes.
  retries: process.env.CI ? 1 : 0,
  reporter: process.env.CI ? [['list'], ['github']] : [['list']],
  use: {
    baseURL: `http://localhost:${port}`,
    // An action on an element that does not come fails after ten seconds, and not only when the whole test has run out of time.
    actionTimeout: 10_000,
    // A test sees the requests of a page only if no service worker makes them. `front-test.ts` allows the worker.
    serviceWorkers: 'block',
    // Drawing animations takes time, and so does waiting at each click until they end. In the proof, pages have animations.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    // A trace has pictures of the page before and after every step. Recording them takes longer than most tests do, so only a retry
    // records a trace. With `--trace on` every test does.
    trace: 'on-first-retry',
    launchOptions: {
      executablePath: await chromium.executablePath(),
      // The package's own flags are not used: they are made for Lambda and disable the browser's web security.
      args: ['--no-sandbox', '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
    },
  },
  // Each test runs at one size here, and at both sizes in the proof: a test without a tag on a desktop screen, and one with `@phone`,
  // which marks what people do on the way, on the phone. `@only-desk` and `@only-phone` mark what makes no sense at the other size,
  // and `@proof` what runs only in the proof.
  projects: [
    { ...desktopProject, grepInvert: /@(proof|phone|only-phone)\b/ },
    { ...phoneProject, grep: /@(phone|only-phone)\b/, grepInvert: /@proof\b/ },
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
      // Test files that request many mails use IP addresses of their own, which they send in x-forwarded-for (see
      // `withOwnIpAddress`).
      FORWARDED: 'trusted',
    },
    timeout: 120_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 5000 },
  },
})
