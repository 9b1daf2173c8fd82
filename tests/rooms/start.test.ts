import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

it('no module of the functions creates an Intl formatter on load, which would slow cold starts', () => {
  const files = globSync('{functions,shared}/**/*.ts', { cwd: root })
  expect(files.length).toBeGreaterThan(100)
  expect(
    files.filter((file) => /^(?:export )?const .*new Intl\./m.test(readFileSync(`${root}/${file}`, 'utf8'))),
  ).toEqual([])
})
