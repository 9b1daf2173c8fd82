import { useEffect } from 'react'

/** The delay in a browser without idle callbacks. */
const laterMs = 1000

/** Does `work` in idle time, once the screen `isReady`. */
export function useWhenIdle(work: () => void, isReady: boolean) {
  useEffect(() => {
    if (!isReady) return
    if (!('requestIdleCallback' in window)) {
      const timer = setTimeout(work, laterMs)
      return () => clearTimeout(timer)
    }
    const idle = requestIdleCallback(work)
    return () => cancelIdleCallback(idle)
  }, [work, isReady])
}
