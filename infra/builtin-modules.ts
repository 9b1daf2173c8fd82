import { builtinModules, createRequire } from 'node:module'
import type { Plugin } from 'esbuild'

const require = createRequire(import.meta.url)

/** Getters that load a WebSocket client when they are read, as exporting them would. */
const notExported = new Set(['WebSocket', 'CloseEvent', 'MessageEvent', 'default', 'module.exports'])

const names = new Set(builtinModules.filter((name) => !name.startsWith('_')).map((name) => name.replace('node:', '')))

/**
 * Has every module of Node's own loaded by `process.getBuiltinModule`: an `import` of one reads all of its exports, a
 * seventh of a cold start; and code in CommonJS finds them without a `require`, which bundles in ESM do not have.
 */
export const builtinModulesPlugin: Plugin = {
  name: 'builtin-modules',
  setup(build) {
    build.onResolve({ filter: /^[a-z_:/0-9]+$/ }, ({ path, kind }) => {
      const name = path.replace(/^node:/, '')
      if (!names.has(name)) return undefined
      return { path: name, namespace: kind === 'require-call' ? 'builtin-cjs' : 'builtin-esm', sideEffects: false }
    })
    build.onLoad({ filter: /.*/, namespace: 'builtin-cjs' }, ({ path }) => ({
      contents: `module.exports = process.getBuiltinModule('node:${path}')`,
    }))
    build.onLoad({ filter: /.*/, namespace: 'builtin-esm' }, ({ path }) => ({ contents: exportsOf(path) }))
  },
}

/** Of these the SDK asks only whether something is one, and to say what they are Node would load all of its streams. */
const askedOnly: Record<string, readonly string[]> = { fs: ['ReadStream'] }

function exportsOf(name: string): string {
  const keys = Object.keys(require(`node:${name}`)).filter((key) => !notExported.has(key) && /^[\w$]+$/.test(key))
  return [
    `const builtin = process.getBuiltinModule('node:${name}')`,
    'export default builtin',
    ...keys.map((key) =>
      askedOnly[name]?.includes(key)
        ? `export const ${key} = { [Symbol.hasInstance]: (value) => value instanceof builtin.${key} }`
        : `export const ${key} = /* @__PURE__ */ (() => builtin.${key})()`,
    ),
  ].join('\n')
}
