/** The web build that this page is of, as its document names it; '' in development, where nothing is built. */
export const release = document.querySelector<HTMLMetaElement>('meta[name="release"]')?.content ?? ''

let times = 0
const listeners = new Set<() => void>()

/** How often this page has met what only a newer one can read. */
export const outdated = {
  times: () => times,
  announce() {
    times += 1
    for (const listener of listeners) listener()
  },
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
    }
  },
}
