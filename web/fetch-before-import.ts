import type { Plugin, Rolldown } from 'vite'

/** Vite's own helper around every `import()` of a build. A file that fails to load there is lost for as long as the page lives. */
const preloadHelper = '\0vite/preload-helper.js'

/** What a file imports statically, itself or by others: all of it is there when the file runs. */
function importedBy(file: string, bundle: Rolldown.OutputBundle, found = new Set<string>()) {
  const output = bundle[file]
  if (found.has(file) || output?.type !== 'chunk') return found
  found.add(file)
  for (const imported of output.imports) importedBy(imported, bundle, found)
  return found
}

/** Makes `lib/browser/load-part.ts` handle every `import()` of the build. */
export function fetchBeforeImport(): Plugin {
  let built: Rolldown.OutputBundle = {}
  return {
    name: 'fetch-before-import',
    enforce: 'pre',
    apply: 'build',
    config: () => ({
      build: {
        modulePreload: {
          polyfill: false,
          resolveDependencies(file, dependencies, { hostId }) {
            const here = importedBy(hostId, built)
            // Vite passes no list for a part that consists of one file.
            return [...new Set([file, ...dependencies])].filter((one) => !here.has(one))
          },
        },
      },
    }),
    load: (id) =>
      id === preloadHelper ? `export { loadPart as __vitePreload } from '/lib/browser/load-part.ts'` : undefined,
    generateBundle(_, bundle) {
      built = bundle
    },
  }
}
