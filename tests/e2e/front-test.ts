import { type Front, serveFront } from './serve-front.ts'
import { test as watched } from './watched-test.ts'

/** The tests of the service worker: browsers may register it, and each test has a server of its own in front of the product. */
export const test = watched.extend<{ front: Front }>({
  serviceWorkers: 'allow',
  front: async ({ baseURL }, use) => {
    const front = await serveFront(baseURL ?? '')
    await use(front)
    await front.close()
  },
})
