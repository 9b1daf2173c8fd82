import { builtinModules, createRequire } from 'node:module'
import type { Plugin } from 'esbuild'

const require = createRequire(import.meta.url)

/** Exports that are left out of the bundle, because merely reading one of them loads Node's WebSocket client. */
const loadsMore = new Set(['WebSocket', 'CloseEvent', 'MessageEvent'])

const names = new Set(builtinModules.filter((name) => !name.startsWith('_')).map((name) => name.replace('node:', '')))

/**
 * An esbuild plugin that makes bundles load Node's own modules with `process.getBuiltinModule`. An `import` of such a module
 * evaluates all of its exports, which took a fifth of a cold start (measured by `npm run bench -- functions`), and the `require` in
 * bundled CommonJS code does not exist in an ES module.
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
    build.onLoad({ filter: /.*/, namespace: 'builtin-esm' }, ({ path }) => ({ contents: asEsModule(path) }))
  },
}

function asEsModule(name: string): string {
  const exported = Object.keys(require(`node:${name}`)).filter(
    (key) => !loadsMore.has(key) && key !== 'default' && /^[\w$]+$/.test(key),
  )
  return [
    `const builtin = process.getBuiltinModule('node:${name}')`,
    'export default builtin',
    ...exported.map((key) => `export const ${key} = /* @__PURE__ */ (() => builtin.${key})()`),
  ].join('\n')
}
