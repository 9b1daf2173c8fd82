/** How far a page may jump while it opens, as layout shift. */
export const shiftLimit = 0.02

/** The start of the console message about a page that jumps further. */
export const jumpComplaint = 'The page jumps as it opens:'

/**
 * A script that runs in a page before the page's own code. It adds up the layout shift while the page opens: until something is
 * pressed, the window is resized, or no response has come for a second. It leaves the sum in `openingShift`, and complains in the
 * console once the sum is above the limit.
 */
export const watchShifts = {
  content: `globalThis.openingShift = 0
  {
    const nameOf = ({ node }) => (node instanceof Element ? node.tagName + ' ' + node.className : node?.nodeName)
    const shifts = []
    let lastResponse = 0
    const observer = new PerformanceObserver((list) => {
      for (const { entryType, startTime, duration, value, hadRecentInput, sources } of list.getEntries()) {
        if (lastResponse > 0 && startTime > lastResponse + 1000) return observer.disconnect()
        if (entryType === 'resource') {
          lastResponse = Math.max(lastResponse, startTime + duration)
        } else if (!hadRecentInput) {
          openingShift += value
          shifts.push(value.toFixed(3) + ' ' + sources.map(nameOf).join(', '))
          // The sign-in page of Google's stand-in and a packet's own page are not pages of the app.
          if (openingShift > ${shiftLimit} && document.getElementById('app'))
            console.warn('${jumpComplaint} ' + location + ' ' + shifts.splice(0).join('; '))
        }
      }
    })
    for (const type of ['resource', 'layout-shift']) observer.observe({ type, buffered: true })
    for (const type of ['pointerdown', 'keydown', 'resize']) addEventListener(type, () => observer.disconnect(), true)
  }`,
}
