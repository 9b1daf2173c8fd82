import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    exclude: ['tests/e2e/**'],
    // By default, Vitest keeps one processor for itself, which is half of a machine with two.
    maxWorkers: '100%',
    // Each file opens and closes an app of its own. Loading the whole product again for each would take as long as the tests.
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
