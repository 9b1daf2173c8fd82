import { cacheNames, clientsClaim } from 'workbox-core'
import { cleanupOutdatedCaches, matchPrecache, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { wakeUpTag } from '../lib/browser/wake-up-tag.ts'
import { forgetOutdated } from '../lib/device/forget-outdated.ts'
import { paths } from '../lib/navigation/paths.ts'
import { isAppDocument } from './app-documents.ts'

// The service worker: with it the app opens without a network. Its cache holds files of one release (`build/offline-files.ts`) and
// nothing that the API returned. A worker is removed by serving `infra/no-worker.ts` in its place.

/** The event of Background Sync, which TypeScript does not know. */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string
}

/** The part of an install event that newer browsers have: what they fetch without asking the worker, and from where. */
interface RoutingEvent extends ExtendableEvent {
  addRoutes(
    routes: readonly { condition: { urlPattern: string }; source: 'network' | { cacheName: string } }[],
  ): Promise<void>
}

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: (PrecacheEntry | string)[] }

/** The documents that come from the cache even with a network, so that the page waits for nothing but its data. */
const cachedDocuments = new Map<string, string>([
  [paths.myRun, '/documents/myRun.html'],
  [paths.login, '/documents/login.html'],
])

/** With a bad connection, a page waits this long for its own document, and then gets the one that the cache has for every page. */
const patienceMs = 4_000

const afterPatience = () => new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), patienceMs))

/** Returns the document of a page that is not in the cache. A server that fails is treated like one that cannot be reached. */
async function readDocument(request: Request): Promise<Response> {
  const answer = await Promise.race([fetch(request).catch(() => undefined), afterPatience()])
  if (answer && answer.status < 500) return answer
  return (await matchPrecache('/index.html')) ?? answer ?? Response.error()
}

// Each page that opens ends what may no longer be kept, also one at which no one is signed in. This listener comes first,
// because Workbox's answers, and an answered request reaches no later listener.
self.addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate') event.waitUntil(forgetOutdated().catch(() => undefined))
})

const canRoute = (event: Event): event is RoutingEvent => 'addRoutes' in event

// A page that opens does not wait until the worker has started to get its data and its files, which come from the network if the
// cache does not have them. Other browsers ask the worker for each.
self.addEventListener('install', (event) => {
  if (canRoute(event))
    event.waitUntil(
      event.addRoutes([
        { condition: { urlPattern: '/api/*' }, source: 'network' },
        { condition: { urlPattern: '/assets/*' }, source: { cacheName: cacheNames.precache } },
      ]),
    )
})

precacheAndRoute(self.__WB_MANIFEST, { cleanURLs: false, directoryIndex: '' })
cleanupOutdatedCaches()
clientsClaim()

registerRoute(
  ({ request, sameOrigin, url }) => request.mode === 'navigate' && sameOrigin && isAppDocument(url.pathname),
  async ({ request, url }) => {
    const cached = cachedDocuments.get(url.pathname)
    return (cached && (await matchPrecache(cached))) || readDocument(request)
  },
)

async function wakePages() {
  for (const page of await self.clients.matchAll({ type: 'window' })) page.postMessage(wakeUpTag)
}

const isSync = (event: Event): event is SyncEvent => 'tag' in event

self.addEventListener('sync', (event: Event) => {
  if (isSync(event) && event.tag === wakeUpTag) event.waitUntil(wakePages())
})

// A new worker waits until the page of the old release says that no one is in the middle of something.
self.addEventListener('message', ({ data }) => {
  if (data?.type === 'SKIP_WAITING') void self.skipWaiting()
})
