import { globSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'
import { expect, it } from 'vitest'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The rooms whose exports are looked at; the imports of every room count. */
const rooms = ['shared', 'functions', 'infra', 'tests']

/** Called by AWS, or bundled by the bench, and imported by nobody. */
const isLambda = (file: string, name: string) =>
  name === 'handler' && /^(functions\/lambdas\/\w+|tests\/bench\/bare-handler)\.ts$/.test(file)

const workspace = 'infra/simulators'
const { name: workspaceName, exports: workspaceExports } = JSON.parse(
  readFileSync(`${root}/${workspace}/package.json`, 'utf8'),
) as { name: string; exports: Record<string, string> }

/** The path of the imported file, from the root; that of a package that is not ours matches no file. */
function target(file: string, from: string): string {
  if (from.startsWith('#')) return from.slice(1)
  const [, part = ''] = from.split(workspaceName)
  const exported = from.startsWith(workspaceName) && workspaceExports[`.${part}`]
  return exported ? posix.join(workspace, exported) : posix.join(posix.dirname(file), from)
}

interface Module {
  file: string
  exported: string[]
  /** `file name` of each import, `file *` of all that a file exports. */
  imported: string[]
}

function moduleOf(file: string): Module {
  const source = readFileSync(`${root}/${file}`, 'utf8')
  const { staticImports, staticExports, dynamicImports } = parseSync(file, source).module
  const exportEntries = staticExports.flatMap(({ entries }) => entries)
  return {
    file,
    exported: exportEntries.flatMap(({ exportName: { name } }) => name ?? []),
    imported: [
      ...staticImports.flatMap(({ entries, moduleRequest }) =>
        entries.map(({ importName }) => `${target(file, moduleRequest.value)} ${importName.name ?? '*'}`),
      ),
      ...exportEntries.flatMap(({ importName, moduleRequest }) =>
        moduleRequest ? `${target(file, moduleRequest.value)} ${importName.name ?? '*'}` : [],
      ),
      ...dynamicImports.map(
        ({ moduleRequest: { start, end } }) => `${target(file, source.slice(start + 1, end - 1))} *`,
      ),
    ],
  }
}

it('every export is imported somewhere', () => {
  const files = globSync('{shared,functions,infra,tests,web}/**/*.{ts,tsx,mjs}', {
    cwd: root,
    exclude: ['**/dist/**', '**/*.d.ts'],
  })
  const modules = files.map(moduleOf)
  const imported = new Set(modules.flatMap((module) => module.imported))
  const needless = modules
    .filter(({ file }) => rooms.some((room) => file.startsWith(`${room}/`)))
    .flatMap(({ file, exported }) => exported.filter((name) => !isLambda(file, name)).map((name) => `${file} ${name}`))
    .filter((name) => !imported.has(name) && !imported.has(name.replace(/ .*/, ' *')))
  expect(needless).toEqual([])
})
