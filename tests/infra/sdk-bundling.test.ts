import { readFileSync } from 'node:fs'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { builtinModules } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FunctionArea } from '#infra/area-needs.ts'
import { bundleFunctions } from '#infra/bundle-functions.ts'

/**
 * The bundles replace two things in the SDK: imports of Node's own modules, and the search for credentials. Both replacements
 * depend on the SDK's source code. If a release of the SDK changes it, the functions still work but start more slowly without any
 * warning. This test is the warning.
 */
/** Together these areas use every client of the SDK. */
const areas = ['deliveries', 'workers'] as const

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'carelane-bundles-'))
  await bundleFunctions(folder, areas)
}, 120_000)
afterAll(() => rm(folder, { recursive: true }))

async function filesOf(area: FunctionArea, ending: string) {
  const names = (await readdir(join(folder, area))).filter((name) => name.endsWith(ending))
  return names.map((name) => ({ name, text: readFileSync(join(folder, area, name), 'utf8') }))
}

describe.each(areas)('the bundle of %s', (area) => {
  it('loads Node’s built-in modules only with process.getBuiltinModule', async () => {
    const files = await filesOf(area, '.mjs')
    const imported = files.flatMap(({ text }) =>
      [...text.matchAll(/\bimport\b[^;"'`]*["']((?:node:)?\w[\w/]*)["']/g)].map(([, name = '']) => name),
    )
    expect(imported.filter((name) => builtinModules.includes(name.replace('node:', '')))).toEqual([])
  })

  it('does not search the machine for credentials', async () => {
    const maps = await filesOf(area, '.map')
    const sources = maps.flatMap(({ text }): string[] => JSON.parse(text).sources)
    expect(
      sources.filter((source) => /credential-provider-(ini|process|sso|login|http|web-identity)/.test(source)),
    ).toEqual([])
  })

  it('has a source map for each file and names none in its files', async () => {
    const files = await filesOf(area, '.mjs')
    const maps = await filesOf(area, '.map')
    expect(maps.map(({ name }) => name).sort()).toEqual(files.map(({ name }) => `${name}.map`).sort())
    expect(files.filter(({ text }) => text.includes('sourceMappingURL'))).toEqual([])
  })
})
