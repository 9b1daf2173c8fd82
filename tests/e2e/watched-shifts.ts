/** How far a page may jump while it opens, as layout shift. */
export const shiftLimit = 0.02

/**
 * A script that runs in a page before the page's own code. It adds up the layout shift while the page opens: until something is
 * pressed, the window is resized, or no response has come for a second. It leaves the sum in `openingShift`.
 */
export const watchShifts = {
  content: `globalThis.openingShift = 0
  {
    let lastResponse = 0
    const observer = new PerformanceObserver((list) => {
      for (const { entryType, startTime, duration, value, hadRecentInput } of list.getEntries()) {
        if (lastResponse > 0 && startTime > lastResponse + 1000) return observer.disconnect()
        if (entryType === 'resource') lastResponse = Math.max(lastResponse, startTime + duration)
        else if (!hadRecentInput) openingShift += value
      }
    })
    for (const type of ['resource', 'layout-shift']) observer.observe({ type, buffered: true })
    for (const type of ['pointerdown', 'keydown', 'resize']) addEventListener(type, () => observer.disconnect(), true)
  }`,
}
