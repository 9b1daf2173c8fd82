import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The rooms that are written so; add one when its last line is. */
const rooms = ['README.md', 'tests/**/*.{ts,md}']
const others = ['tests/{e2e,local,web}/**']

it('people are "they", whatever the sentence', () => {
  const files = globSync(rooms, { cwd: root, exclude: others })
  expect(files.length).toBeGreaterThan(100)
  const lines = files.flatMap((file) =>
    readFileSync(`${root}/${file}`, 'utf8')
      .split('\n')
      .map((line, i) => `${file}:${i + 1} ${line.trim()}`),
  )
  expect(lines.filter((line) => /\bh(?:e|is|im|imself)\b/i.test(line))).toEqual([])
})
