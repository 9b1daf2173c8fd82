/**
 * Suppresses the browser's question about unsaved work when the page is left. Call it only if forms keep their values, or the user
 * has agreed.
 */
export const suppressUnloadQuestion = () =>
  addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true })

/** Reloads the page, which loads the newest release. */
export function reload() {
  suppressUnloadQuestion()
  location.reload()
}
