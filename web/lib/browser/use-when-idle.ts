import { useEffect } from 'react'
import { idle } from './idle.ts'

/** Does `work` in idle time, once the screen `isReady`. */
export function useWhenIdle(work: () => void, isReady: boolean) {
  useEffect(() => {
    if (!isReady) return
    let isOver = false
    void idle().then(() => isOver || work())
    return () => {
      isOver = true
    }
  }, [work, isReady])
}
