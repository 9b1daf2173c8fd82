import { globSync, readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'

/** What is too long for every run; the suites that are made from the contract, those of races and faults, and whatever else does more here. */
const doesMore = globSync('tests/**/*.test.ts').filter((file) =>
  readFileSync(file, 'utf8').includes('/support/how-many.ts'),
)

export default defineConfig({
  test: {
    include: ['tests/**/*.proof.test.ts', 'tests/isolation/**/*.test.ts', 'tests/races/**/*.test.ts', ...doesMore],
    env: { PROOF: 'long' },
    maxWorkers: '100%',
    testTimeout: 1_800_000,
    hookTimeout: 120_000,
  },
})
