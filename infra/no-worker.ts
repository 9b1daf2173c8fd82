/** The file of the service worker, in the web build and on the server. Browsers ask for it with each page that they open. */
export const serviceWorkerFile = 'sw.js'

/**
 * A service worker that does nothing but remove itself and everything that its predecessor kept. Served in place of the app's
 * worker, it replaces a broken one at the next page that the browser opens, at once and without a press of anybody. Open pages stay
 * as they are, because someone may be typing in them. Patients' data is not in the caches, so what waits to be sent stays.
 */
export const noWorkerScript = `self.addEventListener('install', () => self.skipWaiting())
self.addEventListener('activate', (event) => {
  const forget = async () => {
    await Promise.all((await caches.keys()).map((name) => caches.delete(name)))
    await self.registration.unregister()
  }
  event.waitUntil(forget())
})
`
