import { wakeUpTag } from './wake-up-tag.ts'

/** Background Sync, which only some browsers have. */
interface SyncRegistration extends ServiceWorkerRegistration {
  sync?: { register: (tag: string) => Promise<void> }
}

/**
 * Asks the browser to wake the pages of this app as soon as there is a network, even while they are hidden. If no page is open then,
 * nothing happens until the app is opened: the worker itself cannot send anything, because only a page has the session.
 */
export async function askForWakeUp(): Promise<void> {
  const registration: SyncRegistration | undefined = await navigator.serviceWorker?.getRegistration()
  await registration?.sync?.register(wakeUpTag)
}

/** Calls `listener` when the browser wakes this page. Returns a function that ends this. */
export function onWakeUp(listener: () => void) {
  const hear = ({ data }: MessageEvent<unknown>) => {
    if (data === wakeUpTag) listener()
  }
  navigator.serviceWorker?.addEventListener('message', hear)
  return () => navigator.serviceWorker?.removeEventListener('message', hear)
}
