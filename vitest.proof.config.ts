import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

/** The suites that are made from the contract, those of races and faults, and whatever else does more here, at their full length. */
const doesMore = globSync('tests/**/*.test.ts').filter((file) =>
  readFileSync(file, 'utf8').includes('/support/how-many.ts'),
)

export default defineConfig({
  test: {
    include: ['tests/isolation/**/*.test.ts', 'tests/races/**/*.test.ts', ...doesMore],
    env: { PROOF: 'long' },
    maxWorkers: '100%',
    testTimeout: 1_800_000,
    hookTimeout: 120_000,
  },
})
