import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

const rooms = ['*.md', '{functions,infra,shared,tests,web}/**/*.{ts,tsx,mjs,css,md}']

it('people are "they", whatever the sentence', () => {
  const files = globSync(rooms, { cwd: root, exclude: ['web/dist/**', 'tests/rooms/english.test.ts'] })
  expect(files.length).toBeGreaterThan(800)
  const lines = files.flatMap((file) =>
    readFileSync(`${root}/${file}`, 'utf8')
      .split('\n')
      .map((line, i) => `${file}:${i + 1} ${line.trim()}`),
  )
  expect(lines.filter((line) => /\b(?:s?he|h(?:is|im|er)(?:self)?)\b/i.test(line))).toEqual([])
})
