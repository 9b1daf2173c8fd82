import type { Rolldown } from 'vite'

type Modules = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>

/** What each call needs. The login page shows before it has loaded. */
const calls = ['lib/account-calls.ts']
const login = ['features/account/login-screen.tsx']
/** Loaded with every page for signed-in users. */
const frame = ['app/layout.tsx', 'app/access-guards.tsx', 'app/first-reads.ts', 'lib/account-calls.ts']
/** What these need with a page of deliveries, nearly every page needs. */
const administration = ['features/users/users-screen.tsx', 'features/roles/roles-screen.tsx']
const run = ['features/deliveries/run/run-screen.tsx']
/** The pages of deliveries that are opened most. */
const deliveries = [
  'features/deliveries/deliveries-screen.tsx',
  'features/deliveries/delivery-detail-screen.tsx',
  ...run,
]

const ofPublicPages =
  /\/web\/(features\/(account\/(?!account-screen|page\/)|sign-up\/|accessibility\/|reference\/)|ui\/toaster\.tsx$)/

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
 * Puts what is loaded together anyway into one file: a hundred small ones compress worse, and each takes a slow phone some 20 ms. What a
 * page without a session needs as well stays apart from what only the others need.
 */
export function nameChunk(id: string, modules: Modules): string | null {
  const parts = [...partsWith(id, modules)].filter(([, isPart]) => isPart).map(([part]) => part)
  const isFor = (paths: readonly string[]) => parts.some(isOneOf(paths))
  if (parts.length < 2) return null
  if (isFor(['lib/amplify-transport.ts'])) return null
  const isFrame = isFor(frame)
  const ofDeliveries = deliveries.filter((path) => isFor([path])).length
  if (parts.some((part) => ofPublicPages.test(part))) {
    if (isFor(login)) return isFrame || ofDeliveries > 0 ? 'words' : 'account'
    if (isFor(calls)) return 'calls'
    return isFrame || isFor(run) ? 'queries' : null
  }
  if (isFrame) return 'frame'
  if (ofDeliveries === 0) return null
  if (isFor(run)) return isFor(administration) ? 'frame' : ofDeliveries > 1 ? 'deliveries' : 'run'
  return isFor(administration) ? 'desk' : ofDeliveries > 1 ? 'orders' : null
}
