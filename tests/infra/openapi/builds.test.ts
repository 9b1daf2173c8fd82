/** @module-tag proof */

import { readFileSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { expect, onTestFinished, test } from 'vitest'
import { bundleFunctions } from '#infra/bundle-functions.ts'
import { builtRoutes } from '#shared/api/areas.ts'
import { withoutDocumentation } from '../../../web/drop-documentation.ts'

const web = fileURLToPath(new URL('../../../web', import.meta.url))

/** Every sentence that only the OpenAPI document says. */
const sentences = builtRoutes().flatMap(({ entry: { summary, description, refusals } }) =>
  [summary, description, ...Object.values(refusals ?? {})].filter((text) => text !== undefined),
)
const patterns = ['exclusiveMinimum:', 'multipleOf:', 'From the link of a mail.', 'trimmed:']

async function emptyFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'carelane-build-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

async function codeIn(folder: string): Promise<string> {
  // The page that shows the document knows the words of JSON Schema.
  const files = (await readdir(folder, { recursive: true })).filter((file) =>
    /^(?!reference-screen).*\.m?js$/.test(file),
  )
  expect(files.length).toBeGreaterThan(4)
  return (await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')))).join('\n')
}

const isSaid = (code: string) => (text: string) =>
  code.includes(text) || code.includes(JSON.stringify(text).slice(1, -1))

test('what only the document says is in no function', { timeout: 120_000 }, async () => {
  const folder = await emptyFolder()
  await bundleFunctions(folder)
  const code = await codeIn(folder)
  expect(code).toContain('Delivery date is required')
  expect([...sentences, ...patterns].filter(isSaid(code))).toEqual([])
})

test('nor is it in the web app', { timeout: 120_000 }, async () => {
  const outDir = await emptyFolder()
  await build({ root: web, logLevel: 'silent', build: { outDir, emptyOutDir: true } })
  const code = await codeIn(join(outDir, 'assets'))
  expect(code).toContain('Delivery date is required')
  expect([...sentences, ...patterns].filter(isSaid(code))).toEqual([])
})

test('taking it out leaves everything else', () => {
  const source = readFileSync(new URL('../../../shared/api/users.ts', import.meta.url), 'utf8')
  const left = withoutDocumentation('users.ts', source)
  expect(left.split('\n').length).toBe(source.split('\n').length)
  const module = `const one = entry({ method: 'GET', summary: 'S', path: '/p', description: \`D\n\` })
const two = z.string().check(z.meta({ format: 'date' }))
const three = z.string().check(z.trim(), z.meta({ pattern: '(,)' }), z.minLength(1), z.meta({}))
`
  expect(withoutDocumentation('module.ts', module).replace(/\s+/g, ' ')).toBe(
    `const one = entry({ method: 'GET', path: '/p' }) const two = z.string() const three = z.string().check(z.trim(), z.minLength(1)) `,
  )
})
