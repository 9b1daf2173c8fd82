import { releaseHeader } from '#shared/api/release-header.ts'
import { PartLoadError } from '../api/browser-error.ts'
import { pageRelease } from './release.ts'
import { reload } from './reload.ts'

/** The release that the server has now; null if the server cannot be reached. */
const newestRelease = () =>
  fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    ({ headers }) => headers.get(releaseHeader),
    () => null,
  )

const isReloaded = () => performance.getEntriesByType('navigation').some((entry) => entry.toJSON().type === 'reload')

/** The parts that have failed on this page. The user has been told of the failure of each, if it was needed. */
const failedParts = new WeakSet<() => Promise<unknown>>()

/** Whether, since a part last failed, the user has acted in a way that may be another try, or the network has returned. */
let isTriedAgain = false

function noteAnotherTry({ target }: Event) {
  // Typing into a search field tries nothing again, and a reload would take away what is typed, because no form keeps it.
  isTriedAgain = !(target instanceof HTMLInputElement && target.form === null)
}
for (const event of ['click', 'keydown', 'input', 'online'])
  addEventListener(event, noteAnotherTry, { capture: true, passive: true })

/**
 * Imports a part of the app. A browser caches a failed import for as long as the page lives, so only a reload can retry it. If the
 * user has not touched the page yet, it is reloaded once without asking. Otherwise the function rejects with a PartLoadError. When
 * the user then tries again, the page is reloaded, and forms with a draft keep what was typed. `importPart` must be the same
 * function for each try.
 */
export async function loadPart<T>(importPart: () => Promise<T>): Promise<T> {
  const isAnotherTry = isTriedAgain && failedParts.has(importPart)
  const { hasBeenActive } = navigator.userActivation
  try {
    return await importPart()
  } catch (cause) {
    const newest = await newestRelease()
    if (newest !== null && (isAnotherTry || !(hasBeenActive || isReloaded()))) {
      reload()
      return new Promise(() => undefined)
    }
    failedParts.add(importPart)
    isTriedAgain = false
    throw new PartLoadError(newest === null || newest === pageRelease ? 'lost' : 'outdated', { cause })
  }
}
