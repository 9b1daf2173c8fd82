import type { Rolldown } from 'vite'

type Modules = Pick<Rolldown.ChunkingContext, 'getModuleInfo'>

/** What each call needs. The login page shows before it has loaded. */
const calls = ['lib/account-calls.ts']
const login = ['features/account/login-screen.tsx']
/** Loaded with every page for signed-in users. */
const frame = ['app/layout.tsx', 'app/access-guards.tsx', 'app/first-reads.ts', 'lib/account-calls.ts']
/** What these need with the two pages below, nearly every page needs. */
const administration = ['features/users/users-screen.tsx', 'features/roles/roles-screen.tsx']
/** The two pages of deliveries that are opened most. */
const deliveries = ['features/deliveries/deliveries-screen.tsx', 'features/deliveries/delivery-detail-screen.tsx']

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
 * Puts what is loaded together anyway into one file: a hundred small ones compress worse, and each is a request. What a page without a
 * session needs as well stays by itself, unless it belongs to the calls.
 */
export function nameChunk(id: string, modules: Modules): string | null {
  const parts = [...partsWith(id, modules)].filter(([, isPart]) => isPart).map(([part]) => part)
  if (parts.length < 2) return null
  const isPublic = parts.some((part) => ofPublicPages.test(part))
  const isOfCalls = parts.some(isOneOf(['lib/amplify-transport.ts']))
  if (isOfCalls) return null
  if (isPublic) return parts.some(isOneOf(calls)) && !parts.some(isOneOf(login)) ? 'calls' : null
  if (parts.some(isOneOf(frame))) return 'frame'
  if (!deliveries.every((path) => parts.some(isOneOf([path])))) return null
  return parts.some(isOneOf(administration)) ? 'frame' : 'deliveries'
}
