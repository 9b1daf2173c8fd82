import type { Plugin } from 'vite'

/** Vite's own helper around every `import()` of a build. A file that fails to load there is lost for as long as the page lives. */
const preloadHelper = '\0vite/preload-helper.js'

/** Makes `lib/load-part.ts` handle every `import()` of the build. */
export const fetchBeforeImport = (): Plugin => ({
  name: 'fetch-before-import',
  enforce: 'pre',
  apply: 'build',
  config: () => ({
    build: {
      modulePreload: {
        polyfill: false,
        // Vite passes no list for a part that consists of one file.
        resolveDependencies: (file, dependencies) => (dependencies.length > 0 ? dependencies : [file]),
      },
    },
  }),
  load: (id) => (id === preloadHelper ? `export { loadPart as __vitePreload } from '/lib/load-part.ts'` : undefined),
})
