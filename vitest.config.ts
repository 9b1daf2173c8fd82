import chromium from '@sparticuz/chromium'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    tags: [
      {
        name: 'proof',
        description: 'Takes long: `npm run proof` has it, and `npm test` leaves it out.',
      },
    ],
    // By default, Vitest leaves one processor free, which is half of a machine with two.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'node',
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/e2e/**'],
          // The test files of a worker share its loaded modules, because loading the whole product again for each file would take
          // as long as the tests. They can, because a file that needs the product opens and closes an app of its own.
          isolate: false,
          // With little room at first, garbage collections take up to a fifth of the processor time of these tests.
          execArgv: ['--max-semi-space-size=64', '--initial-old-space-size=2048'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        plugins: [react()],
        // Vite would otherwise discover these packages only during a test and reload the page.
        optimizeDeps: {
          include: ['@aws-amplify/ui-react', 'react-hot-toast/headless', 'react-router-dom', 'zod/mini'],
        },
        test: {
          name: 'components',
          include: ['tests/components/**/*.test.tsx'],
          setupFiles: ['tests/components/setup.ts'],
          testTimeout: 20_000,
          expect: { poll: { timeout: 5_000 } },
          // Component tests run in the browser of the end-to-end tests, so that focus, <dialog>, popovers and live regions are
          // real.
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { executablePath: await chromium.executablePath(), args: ['--no-sandbox'] },
              actionTimeout: 5_000,
            }),
            instances: [{ browser: 'chromium', viewport: { width: 1280, height: 800 } }],
          },
        },
      },
    ],
  },
})
