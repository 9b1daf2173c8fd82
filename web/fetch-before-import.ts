import type { Plugin } from 'vite'

/** Vite's own, around every `import()` of a build: it asks for a part's files ahead, but lets a lost one be lost for good. */
const preloadHelper = '\0vite/preload-helper.js'

/** Has every `import()` of the build made by `lib/load-part.ts`. */
export const fetchBeforeImport = (): Plugin => ({
  name: 'fetch-before-import',
  enforce: 'pre',
  apply: 'build',
  config: () => ({
    build: {
      modulePreload: {
        polyfill: false,
        // A part of one file alone would come without a list.
        resolveDependencies: (file, dependencies) => (dependencies.length > 0 ? dependencies : [file]),
      },
    },
  }),
  load: (id) => (id === preloadHelper ? `export { loadPart as __vitePreload } from '/lib/load-part.ts'` : undefined),
})
