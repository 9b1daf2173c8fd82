import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { chunkNamer } from './build/chunks.ts'
import { documentsPlugin } from './build/documents.ts'
import { offlineFiles } from './build/offline-files.ts'
import { oldestBrowsers } from './build/oldest-browsers.ts'
import { readPageModules } from './build/page-modules.ts'
import { nameOfRelease } from './build/release-name.ts'
import { verifyPagePlugin } from './build/verify-page.ts'

/** Matches Amplify's code that sends calls, and our module that uses it. */
const transport = /\/(aws-amplify|@aws-amplify\/(core|api[\w-]*)|@aws-crypto|@smithy|tslib)\/|\/amplify-transport\.ts$/

const offline = offlineFiles()

export default defineConfig({
  root: import.meta.dirname,
  define: { 'import.meta.env.VITE_RELEASE': JSON.stringify(nameOfRelease()) },
  plugins: [
    react(),
    documentsPlugin(),
    verifyPagePlugin(),
    offline.plugin,
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'worker',
      filename: 'sw.ts',
      // `lib/browser/offline-worker.ts` registers the worker, and `public` has the manifest of the installed app.
      injectRegister: false,
      manifest: false,
      injectManifest: {
        globPatterns: ['index.html', 'favicon.svg', 'documents/*.html', 'assets/*.{js,css,woff2,svg}'],
        // The name of a file with a hash already changes with its content.
        dontCacheBustURLsMatching: /^assets\//,
        manifestTransforms: [
          async (entries) => ({
            manifest: entries
              .filter(({ url }) => offline.files.has(url))
              .map((entry) => ({ ...entry, url: `/${entry.url}` })),
          }),
        ],
      },
    }),
  ],
  build: {
    target: Object.entries(oldestBrowsers).map(([name, version]) => `${name}${version}`),
    // Inline no files, because the content security policy allows neither fonts in data: URLs nor inline scripts.
    assetsInlineLimit: 0,
    manifest: true,
    // The scripts do not name their source maps, which are kept with the release and not published.
    sourcemap: 'hidden',
    // The browsers in `target` all know `modulepreload`.
    modulePreload: { polyfill: false },
    // The size in kilobytes above which Vite warns. It is raised for the chunk that makes PDFs, which is loaded only when the user
    // asks for a PDF.
    chunkSizeWarningLimit: 700,
    // The chunk `start` is one script and one style sheet with everything that every page needs to start. The chunk `early` runs
    // while `start` is loading. The chunk `transport` makes the calls, but public pages that make none at first do not need it.
    // `chunkNamer` names the other chunks.
    rolldownOptions: {
      output: {
        hashCharacters: 'hex',
        codeSplitting: {
          groups: [
            { name: 'early', test: /\/web\/app\/start-early-calls\.ts$/, priority: 2 },
            { name: 'start', tags: ['$initial'], priority: 1 },
            { name: 'transport', test: transport, priority: 1, includeDependenciesRecursively: false },
            { name: chunkNamer(await readPageModules()), debugName: 'together', includeDependenciesRecursively: false },
          ],
        },
      },
    },
  },
})
