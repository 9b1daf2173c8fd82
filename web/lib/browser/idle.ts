import { useEffect } from 'react'

/** The delay in a browser without `requestIdleCallback`. */
const laterMs = 200
/** The longest wait for the page to become idle. */
const atLatestMs = 2_000

let opening: Promise<unknown> = Promise.resolve()

/**
 * Makes work that waits for an idle page wait for `work` first, but no longer than two seconds. While a page opens, the browser is
 * idle at times only because it waits for the server.
 */
export function openFirst(work: Promise<unknown>) {
  opening = Promise.race([work, new Promise((resolve) => setTimeout(resolve, atLatestMs))])
}

/**
 * Resolves when the page has opened and is idle, at the latest two seconds after it has opened, so that background work does not
 * delay what the user waits for.
 */
export async function untilIdle(): Promise<void> {
  await opening
  await new Promise<void>((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: atLatestMs })
    else setTimeout(resolve, laterMs)
  })
}

/** Returns a function that calls `load` once the page is idle. */
export const createIdleLoader =
  <T>(load: () => Promise<T>) =>
  async () => {
    await untilIdle()
    return load()
  }

/** Runs `work` as soon as `isReady` is true and the page is idle, and again for each new `work`. */
export function useWhenIdle(work: () => void, isReady: boolean) {
  useEffect(() => {
    if (!isReady) return
    let isOver = false
    void untilIdle().then(() => isOver || work())
    return () => {
      isOver = true
    }
  }, [work, isReady])
}

const momentMs = 100

/**
 * Waits at most `ms` for data that is about to arrive, because rendering the complete page once is faster than rendering it first
 * without the data and then again.
 */
export const waitBriefly = (arrival: Promise<unknown>, ms = momentMs) =>
  Promise.race([arrival, new Promise((resolve) => setTimeout(resolve, ms))])
