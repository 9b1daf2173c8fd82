import { useEffect } from 'react'

/** The delay in a browser without `requestIdleCallback`. */
const laterMs = 200
/** The longest wait for the page to become idle. */
const atLatestMs = 2_000

/**
 * Resolves when the page is idle, at the latest after two seconds, so that background work does not delay what the user waits for.
 */
export const untilIdle = () =>
  new Promise<void>((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: atLatestMs })
    else setTimeout(resolve, laterMs)
  })

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
 * Waits at most 100 ms for data that is about to arrive, because rendering the complete page once is faster than rendering it first
 * without the data and then again.
 */
export const waitBriefly = (arrival: Promise<unknown>) =>
  Promise.race([arrival, new Promise((resolve) => setTimeout(resolve, momentMs))])
