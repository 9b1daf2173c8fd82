import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const web = fileURLToPath(new URL('../../web', import.meta.url))

async function sources(ending: RegExp) {
  const names = (await readdir(web, { recursive: true })).filter((name) => ending.test(name) && !/^dist\b/.test(name))
  return Promise.all(names.map(async (name) => [name, await readFile(`${web}/${name}`, 'utf8')] as const))
}

test('themes change colors only, never size, text or position', async () => {
  const styles = await sources(/\.css$/)
  expect(styles.length).toBeGreaterThan(20)
  for (const [name, text] of styles) {
    expect([name, /prefers-color-scheme/.exec(text)]).toEqual([name, null])
    for (const [, declarations] of text.matchAll(/data-theme[^{]*\{([^}]*)\}/g))
      expect([name, declarations?.trim()]).toEqual([name, expect.stringMatching(/^color-scheme: (light|dark);$/)])
    for (const [, property] of text.matchAll(/([\w-]+):[^;{}]*light-dark\(/g))
      expect([name, property]).toEqual([name, expect.stringMatching(/^(--[\w-]+|background|color)$/)])
  }
  const asks = (await sources(/\.tsx?$/)).filter(([, text]) => /prefers-color-scheme|useTheme\(/.test(text))
  expect(asks.map(([name]) => name)).toEqual(['app/user-menu.tsx'])
})
