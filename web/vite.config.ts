import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { chunkNamer } from './build/chunks.ts'
import { writeDocuments } from './build/documents.ts'
import { readPageModules } from './build/page-modules.ts'
import { nameOfRelease } from './build/release-name.ts'
import { dropUnusedTokens } from './build/unused-tokens.ts'

const noTokens = new URL('./build/no-tokens.ts', import.meta.url).pathname

export default defineConfig({
  root: import.meta.dirname,
  define: { 'import.meta.env.VITE_RELEASE': JSON.stringify(nameOfRelease()) },
  plugins: [react(), dropUnusedTokens(), writeDocuments()],
  resolve: {
    // Saves 12.7 kB (gzip) of every page with tabs: no token of Amplify UI is there twice, in its sheets and in its code.
    alias: [
      { find: './tokens/index.mjs', replacement: noTokens },
      { find: './theme/createTheme/createTheme.mjs', replacement: noTokens },
      { find: 'lodash/kebabCase.js', replacement: noTokens },
    ],
  },
  build: {
    // Browsers with light-dark(), native <dialog>, popovers and Web Locks.
    target: ['chrome123', 'edge123', 'firefox125', 'safari17.5'],
    // The content security policy allows neither data: fonts nor inline scripts.
    assetsInlineLimit: 0,
    manifest: true,
    // The files do not name their maps, which are kept with the release and not published.
    sourcemap: 'hidden',
    // These browsers all know `modulepreload`.
    modulePreload: { polyfill: false },
    // In kilobytes: what makes a PDF comes in one piece, and only to the button that needs it.
    chunkSizeWarningLimit: 700,
    // All that every page needs to start is one script and one style sheet.
    rolldownOptions: {
      output: {
        hashCharacters: 'hex',
        codeSplitting: {
          groups: [
            { name: 'early', test: /\/web\/app\/early\.ts$/, priority: 2 },
            { name: 'start', tags: ['$initial'], priority: 1 },
            { name: chunkNamer(await readPageModules()), debugName: 'together', includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
})
