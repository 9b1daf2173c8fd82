import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    exclude: ['tests/e2e/**'],
    // Vitest leaves one processor to itself, which of two is half the machine.
    maxWorkers: '100%',
    // A file opens its own house and closes it: loading the whole product anew for each would take as long as running them.
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
})
