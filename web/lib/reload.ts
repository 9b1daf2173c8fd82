/** Without the browser's question about unsaved work: forms keep their values, or their user has agreed. */
const unasked = () => addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true })

/** Loads the newest release of the page. */
export function reload() {
  unasked()
  location.reload()
}

/** Opens a page of the app as at its first visit. */
export function openAnew(path: string) {
  unasked()
  location.assign(path)
}
