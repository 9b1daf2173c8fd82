/** The page is left without the browser's question about unsaved work: forms keep their values, or their user has agreed. */
export const leaveUnasked = () =>
  addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), { capture: true })

/** Loads the newest release of the page. */
export function reload() {
  leaveUnasked()
  location.reload()
}
