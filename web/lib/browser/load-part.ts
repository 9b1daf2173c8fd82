import { releaseHeader } from '#shared/api/release-header.ts'
import { PartLoadError } from '../api/browser-error.ts'
import { pageRelease } from './release.ts'
import { reload } from './reload.ts'

/** Returns the release that the server has now; null if the server cannot be reached or names no release. */
const newestRelease = () =>
  fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
    ({ headers }) => headers.get(releaseHeader),
    () => null,
  )

const isReloaded = () => performance.getEntriesByType('navigation').some((entry) => entry.toJSON().type === 'reload')

/** The import functions of the parts for which `loadPart` has rejected on this page. */
const failedParts = new WeakSet<() => Promise<unknown>>()

/**
 * True if something has happened since a part last failed that may lead to another try: an act of the user, or the return of the
 * network. An event in a text field outside a form sets it back to false.
 */
let isTriedAgain = false

function noteAnotherTry({ target }: Event) {
  // A text field outside a form is a search field or filter. Typing into it tries nothing again, and a reload would lose its text,
  // which no draft keeps.
  isTriedAgain = !(target instanceof HTMLInputElement && target.form === null && /^(text|search)$/.test(target.type))
}
for (const event of ['click', 'keydown', 'input', 'online'])
  addEventListener(event, noteAnotherTry, { capture: true, passive: true })

/**
 * Imports a part of the app. A browser caches a failed import for as long as the page lives, so only a reload can retry it. If an
 * import fails before the user has touched the page, the page is reloaded once without asking. Otherwise the function rejects with
 * a PartLoadError; when the user then tries again, the page is reloaded, and forms with a draft keep what was typed. While the
 * server cannot be reached, or names no release, the page is not reloaded. `importPart` must be the same function for each try.
 */
export async function loadPart<T>(importPart: () => Promise<T>): Promise<T> {
  const isAnotherTry = isTriedAgain && failedParts.has(importPart)
  try {
    return await importPart()
  } catch (cause) {
    const newest = await newestRelease()
    if (newest !== null && (isAnotherTry || !(navigator.userActivation.hasBeenActive || isReloaded()))) {
      reload()
      return new Promise(() => undefined)
    }
    failedParts.add(importPart)
    isTriedAgain = false
    throw new PartLoadError(newest === null || newest === pageRelease ? 'lost' : 'outdated', { cause })
  }
}
