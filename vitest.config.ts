import chromium from '@sparticuz/chromium'
import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // Vitest leaves one processor to itself, which of two is half the machine.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'node',
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/e2e/**'],
          // A file opens its own services and closes them: loading the whole product anew for each would take as long as running them.
          isolate: false,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'components',
          include: ['tests/components/**/*.test.tsx'],
          setupFiles: ['tests/components/setup.ts'],
          testTimeout: 10_000,
          // The browser of the end-to-end tests: focus, <dialog>, popovers and live regions are the real ones.
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { executablePath: await chromium.executablePath(), args: ['--no-sandbox'] },
              actionTimeout: 2_000,
            }),
            instances: [{ browser: 'chromium', viewport: { width: 1280, height: 800 } }],
          },
        },
      },
    ],
  },
})
