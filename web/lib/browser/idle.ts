/** The delay in a browser without idle callbacks. */
const laterMs = 200
/** A page that is never idle does it anyway. */
const atLatestMs = 2_000

/** Resolves when the page has nothing else to do: what nobody waits for does not stand in the way of what they wait for. */
export const idle = () =>
  new Promise<void>((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: atLatestMs })
    else setTimeout(resolve, laterMs)
  })

/** `load`, once the page is idle. */
export const whenIdle =
  <T>(load: () => Promise<T>) =>
  async () => {
    await idle()
    return load()
  }
