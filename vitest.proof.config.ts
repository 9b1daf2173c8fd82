import { defineConfig } from 'vitest/config'

/** Every test outside a browser, at its full length. */
export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    tags: [{ name: 'proof' }],
    env: { PROOF: 'long' },
    maxWorkers: '100%',
    testTimeout: 1_800_000,
    hookTimeout: 120_000,
  },
})
