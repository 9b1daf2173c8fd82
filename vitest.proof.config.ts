import { defineConfig } from 'vitest/config'

/** Runs every test that needs no browser, at its full length. */
export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    tags: [{ name: 'proof' }],
    env: { PROOF: 'long' },
    maxWorkers: '100%',
    // As in `npm test`, the test files of a worker share its loaded modules: loading the whole product again for each file would
    // take most of an hour.
    isolate: false,
    testTimeout: 1_800_000,
    hookTimeout: 120_000,
  },
})
