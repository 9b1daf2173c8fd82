import { useEffect } from 'react'

/** Where a browser knows no idle time, so long after. */
const laterMs = 1000

/** Does `work` once the screen `isReady` and nothing else is to be done. */
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
