import { takeNewestRelease } from './offline-worker.ts'

/**
 * Keeps the browser from asking about unsaved work when the page is left. Call this only if the forms' values survive in storage or
 * the user has agreed to lose them.
 */
export const suppressUnloadQuestion = () =>
  addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true })

/** Reloads the page without asking about unsaved work. This loads the newest release. */
export async function reload() {
  suppressUnloadQuestion()
  await takeNewestRelease()
  location.reload()
}
