/** @module-tag proof */
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

test('every part of the bench runs in sequence and measures all of its figures', async () => {
  const { PATH, HOME } = process.env
  const bench = fileURLToPath(new URL('bench.ts', import.meta.url))
  const run = promisify(execFile)(process.execPath, [bench, '--size', 'small'], { env: { PATH, HOME } })
  expect((await run).stdout).toContain('## weights')
})
