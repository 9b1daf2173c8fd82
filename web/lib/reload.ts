/** Loads the newest release of the page. The browser does not ask about unsaved work, because forms keep their values. */
export function reload() {
  addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true })
  location.reload()
}
