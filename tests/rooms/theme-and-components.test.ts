import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Returns the files that match the glob pattern and contain `forbidden`. */
const offenders = (pattern: string, forbidden: RegExp) => {
  const files = globSync(pattern, { cwd: root })
  expect(files.length).toBeGreaterThan(5)
  return files.filter((file) => forbidden.test(readFileSync(`${root}/${file}`, 'utf8')))
}

it('screens take every color from the theme', () => {
  const colour =
    /#[\da-f]{3,8}\b|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch|light-dark)\(|:\s*(?:white|black|red|green|gray)\b/i
  expect(offenders('web/{app,features}/**/*.css', colour)).toEqual([])
})

it('screens use the components in web/ui', () => {
  expect(offenders('web/features/**/*.tsx', /<(?:button|table|dialog|meter|progress|svg)\b/)).toEqual([])
})
