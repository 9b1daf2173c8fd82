import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { AppPage } from '../app/page.ts'

/**
 * The URL of the page records. Vite bundles its plugins before they run, but leaves out modules that are imported by a URL. The
 * records must stay unbundled, because `modulesOf` finds out what they import.
 */
const records = new URL('../app/pages.ts', import.meta.url).href

export interface PageModules {
  page: AppPage
  isPublic: boolean
  /** The paths of the modules that all public pages load or, if `isPublic` is false, all pages of signed-in users. */
  frame: readonly string[]
  /** The path of the page's own module. */
  own: readonly string[]
  /** The paths of the further modules that are imported as soon as the page opens. */
  parts: readonly string[]
}

type Load = () => Promise<unknown>

/**
 * Calls each loader, but imports an empty module in place of each module that the loader names. Returns the paths of the named
 * modules.
 */
async function modulesOf(loaders: readonly Load[]): Promise<string[]> {
  const paths: string[] = []
  const hooks = registerHooks({
    resolve(specifier, context, next) {
      paths.push(fileURLToPath(next(specifier, context).url))
      return { url: 'data:text/javascript,', shortCircuit: true }
    },
  })
  try {
    for (const load of loaders) await load()
  } finally {
    hooks.deregister()
  }
  return paths
}

/** Returns the modules that each page loads, by the page's name in `app/pages.ts`. */
export async function readPageModules(): Promise<ReadonlyMap<string, PageModules>> {
  const {
    publicPages,
    signedInPages,
    sharedPageModuleLoaders: pageFrames,
  }: typeof import('../app/pages.ts') = await import(records)
  const found = new Map<string, PageModules>()
  for (const [pages, loaders] of [
    [publicPages, pageFrames.public],
    [signedInPages, pageFrames.signedIn],
  ] as const) {
    const frame = await modulesOf(loaders)
    for (const [name, page] of Object.entries<AppPage>(pages)) {
      const [own, parts] = [await modulesOf([page.load]), await modulesOf(page.parts ?? [])]
      found.set(name, { page, isPublic: pages === publicPages, frame, own, parts })
    }
  }
  return found
}
