import { fileURLToPath } from 'node:url'
import type { Plugin, Rolldown } from 'vite'
import { filesOf, withImports } from './chunk-files.ts'

const web = fileURLToPath(new URL('..', import.meta.url))

/** The modules that open without a network, with everything that they import, also later. */
const roots = [
  'app/main.tsx',
  'app/start-early-calls.ts',
  'app/public-routes.tsx',
  'app/signed-in-routes.tsx',
  'app/background.ts',
  'app/run-page.tsx',
  'features/account/login-screen.tsx',
  'lib/session/account-calls.ts',
]

/** Modules that import pages and parts of pages later, none of which opens without a network unless it is one of the roots. */
const isIndex = (id: string) => id === `${web}app/pages.ts`

/** Modules that the roots import later, but that show nothing without a network. */
const isLeftOut = (id: string) => /\/web\/(app\/(delivery-page|who-looked)|features\/account\/confirm\/)/.test(id)

type Modules = Pick<Rolldown.PluginContext, 'getModuleInfo'>

/** Returns the modules that `roots` import. Parts that are loaded later count, but not other pages. */
function modulesOf(modules: Modules): Set<string> {
  const found = new Set<string>()
  const visit = (id: string) => {
    if (found.has(id)) return
    found.add(id)
    const info = modules.getModuleInfo(id)
    for (const imported of info?.importedIds ?? []) visit(imported)
    if (isIndex(id)) return
    for (const later of info?.dynamicallyImportedIds ?? []) if (!isLeftOut(later)) visit(later)
  }
  for (const root of roots) visit(web + root)
  return found
}

/** Fonts have a file for each script, and browsers load the files they need. The app's own words need only the Latin ones. */
const isNeededFont = (file: string) => /\/inter-latin-wght-normal-/.test(file)

/**
 * Collects the files that the service worker keeps: `files` holds their names, relative to the build, once the bundle is made. They
 * are what My Run, the completion of a delivery, the sign-in page and the frame around them need.
 */
export function offlineFiles() {
  const files = new Set(['index.html', 'documents/login.html', 'documents/myRun.html', 'favicon.svg'])
  const plugin: Plugin = {
    name: 'collect-offline-files',
    enforce: 'post',
    apply: 'build',
    generateBundle(_, bundle) {
      const modules = modulesOf(this)
      const outputs = Object.values(bundle)
      const chunks = outputs
        .filter((output) => output.type === 'chunk')
        .filter(({ moduleIds }) => moduleIds.some((id) => modules.has(id)))
      for (const chunk of chunks) for (const file of filesOf(withImports(chunk, bundle))) files.add(file)
      for (const { fileName } of outputs) if (isNeededFont(fileName)) files.add(fileName)
    },
  }
  return { files, plugin }
}
