import type { Rolldown } from 'vite'

type Modules = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>

/** What each call needs. The login page shows before it has loaded. */
const calls = ['lib/account-calls.ts']
/** Loaded beside it; nothing imports its libraries but itself. */
const transport = ['lib/amplify-transport.ts']
const login = ['app/public-routes.tsx']
const signUp = ['features/sign-up/sign-up-screen.tsx']
const dashboard = ['app/dashboard-page.tsx']
/** Loaded with every page for signed-in users. */
const layout = ['app/signed-in-routes.tsx']
const frame = [...layout, ...calls, ...transport]
/** What these need with a page of deliveries, nearly every page needs. */
const administration = ['features/users/users-screen.tsx', 'features/roles/roles-screen.tsx']
const run = ['features/deliveries/run/run-screen.tsx']
const list = [
  'app/deliveries-page.tsx',
  'features/deliveries/list/delivery-table.tsx',
  'features/deliveries/list/delivery-cards.tsx',
]
/** The other pages of deliveries that are opened most. */
const detail = [
  'app/delivery-page.tsx',
  'features/deliveries/delivery-detail-screen.tsx',
  'features/deliveries/history/status-tracker.tsx',
]
/** Parts that are one file with what they share. */
const together = { transport, calls, frame: layout, list, detail }

/** What only lists in pages need of the library of queries, which its index imports for everybody. */
const ofListsInPages = /\/(useInfiniteQuery|infiniteQueryObserver)\.js$/
const listsInPages = new URL('lib/pages.ts', import.meta.url).pathname

const ofAccountPages = /\/web\/(app\/public-routes|features\/account\/(?!account-screen|page\/))/
const ofPublicPages =
  /\/web\/(app\/public-routes|features\/(account\/(?!account-screen|page\/)|sign-up\/|accessibility\/|reference\/)|ui\/toaster\.tsx$)/

/** The parts that import a module, themselves or by others: what is imported by `import()`, and the entry. */
function partsWith(id: string, modules: Modules, found = new Map<string, boolean>()) {
  if (found.has(id)) return found
  const info = modules.getModuleInfo(id)
  found.set(id, Boolean(info?.isEntry || info?.dynamicImporters.length))
  for (const importer of info?.importers ?? []) partsWith(importer, modules, found)
  return found
}

const isOneOf = (paths: readonly string[]) => (id: string) => paths.some((path) => id.endsWith(`/web/${path}`))

/**
 * Puts what is loaded together anyway into one file: a hundred small ones compress worse, and each is a request and a module to read. What a
 * page without a session needs as well stays apart from what only the others need.
 */
export function nameChunk(id: string, modules: Modules): string | null {
  if (ofListsInPages.test(id)) return nameChunk(listsInPages, modules)
  const parts = [...partsWith(id, modules)].filter(([, isPart]) => isPart).map(([part]) => part)
  const isFor = (paths: readonly string[]) => parts.some(isOneOf(paths))
  const [ofFrame, ofRun, ofList, ofDetail] = [isFor(frame), isFor(run), isFor(list), isFor(detail)]
  if (isFor(login) && (ofFrame || ofRun)) return 'words'
  if (isFor(login) && parts.length === 1) return 'public'
  for (const [name, own] of Object.entries(together)) if (parts.every(isOneOf(own))) return name
  if (parts.length < 2) return null
  if (isFor(transport) && id.includes('/node_modules/')) return 'transport'
  if (parts.some((part) => ofPublicPages.test(part))) {
    if (isFor(login)) return parts.every((part) => ofPublicPages.test(part)) ? 'public' : 'forms'
    if (isFor([...calls, ...transport])) return 'calls'
    if (ofFrame || ofRun) return id.includes('/web/ui/') ? 'words' : 'queries'
    const ofOthers = isFor(dashboard) || parts.some((part) => ofAccountPages.test(part))
    return isFor(signUp) && !ofOthers ? 'sign-up' : null
  }
  if (isFor([...calls, ...transport])) return 'calls'
  if (ofFrame) return 'frame'
  if (isFor(administration) && (ofRun || ofList || ofDetail)) return ofRun ? 'frame' : 'desk'
  if (ofRun) return ofList || ofDetail ? 'deliveries' : 'run'
  if (ofList) return ofDetail ? 'orders' : 'list'
  return ofDetail ? 'detail' : null
}
