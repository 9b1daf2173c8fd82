import { defineConfig } from 'vitest/config'

/** The suites that are made from the contract, and those of races and faults, at their full length. */
export default defineConfig({
  test: {
    include: ['tests/isolation/**/*.test.ts', 'tests/races/**/*.test.ts', 'tests/frozen/migrate.test.ts'],
    env: { PROOF: 'long' },
    maxWorkers: '100%',
    testTimeout: 1_800_000,
    hookTimeout: 120_000,
  },
})
