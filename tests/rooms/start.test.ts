import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

it('no module of the functions creates an Intl format when it is loaded, which would take a tenth of a cold start', () => {
  const files = globSync('{functions,shared}/**/*.ts', { cwd: root })
  expect(files.length).toBeGreaterThan(100)
  expect(
    files.filter((file) => /^(?:export )?const .*new Intl\./m.test(readFileSync(`${root}/${file}`, 'utf8'))),
  ).toEqual([])
})
