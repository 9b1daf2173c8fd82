import { releaseHeader } from '#shared/api/release-header.ts'
import { PartError } from '../api/browser-error.ts'
import { release } from './release.ts'
import { reload } from './reload.ts'

/** The release that the server has now; null while it cannot be reached. */
const newestRelease = () =>
  fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    ({ headers }) => headers.get(releaseHeader),
    () => null,
  )

const isReloaded = () => performance.getEntriesByType('navigation').some((entry) => entry.toJSON().type === 'reload')

let hasFailed = false

/**
 * Imports a part of the app. A browser remembers an import that failed for as long as the page lives, so another try is a reload.
 * That happens unasked once, before anybody has touched the page. Afterwards this rejects with a PartError, and reloads the page,
 * whose forms keep what was typed, when its user tries again.
 */
export async function loadPart<T>(importPart: () => Promise<T>): Promise<T> {
  const { isActive, hasBeenActive } = navigator.userActivation
  const isAnotherTry = hasFailed && isActive
  try {
    return await importPart()
  } catch (cause) {
    const newest = await newestRelease()
    if (newest !== null && (isAnotherTry || !(hasBeenActive || isReloaded()))) {
      reload()
      return new Promise(() => undefined)
    }
    hasFailed = true
    throw new PartError(newest === null || newest === release ? 'lost' : 'outdated', { cause })
  }
}
