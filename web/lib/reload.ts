/** Loads the page anew, in its newest release. Nobody is asked about unsaved work: forms keep what is typed. */
export function reload() {
  addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true })
  location.reload()
}
