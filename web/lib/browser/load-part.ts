import { releaseHeader } from '#shared/api/release-header.ts'
import { PartLoadError } from '../api/browser-error.ts'
import { unreachableText } from '../api/call-error.ts'
import { connection } from './connection.ts'
import { reload } from './reload.ts'
import { toast } from './toast.ts'
import { withStorage } from './with-storage.ts'

/** Imports a part of the app that is loaded on demand. Rejects with a PartLoadError if that fails. */
export async function loadPart<T>(importPart: () => Promise<T>): Promise<T> {
  try {
    return await importPart()
  } catch (cause) {
    throw new PartLoadError({ cause })
  }
}

/** Returns the release that the server has now; null if the server cannot be reached. */
async function releaseOfServer(): Promise<string | null> {
  try {
    const { headers } = await fetch('/', { method: 'HEAD', cache: 'no-store' })
    connection.noteAnswer()
    return headers.get(releaseHeader)
  } catch {
    connection.noteLoss()
    return null
  }
}

/** Reloads the page unless the server cannot be reached, because the browser would then show its own error page instead. */
export async function reloadIfOnline() {
  if ((await releaseOfServer()) === null) toast.error(unreachableText)
  else await reload()
}

const place = 'carelane-reloaded-for'

/**
 * Reloads the page when a part of the app fails to load: a browser remembers a failed import for as long as the page lives, and the
 * server may have a new release without the part. Forms with a draft keep what was typed. The page is reloaded only once for each
 * release of the server. If the part is still missing then, the user can reload the page.
 */
export function installPartReload() {
  addEventListener('vite:preloadError', () => {
    void releaseOfServer().then((release) => {
      if (release === null || withStorage(() => sessionStorage.getItem(place), release) === release) return
      withStorage(() => sessionStorage.setItem(place, release), undefined)
      void reload()
    })
  })
}
