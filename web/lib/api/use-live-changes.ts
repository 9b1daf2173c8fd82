import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { whenIdle } from '../browser/idle.ts'
import type { Following, LiveReading } from './live-reading.ts'

/** Not needed to show anything. */
const loadReading = whenIdle(() => import('./live-reading.ts'))

const none: ReadonlySet<string> = new Set()

/**
 * Reads again what a screen shows while somebody looks at it, and when they come back to it. Returns the ids of what is new or
 * changed since it was last shown, for three seconds.
 */
export function useLiveChanges(reading: LiveReading): ReadonlySet<string> {
  const [changed, setChanged] = useState(none)
  const following = useRef<Following>(undefined)
  const newest = useEffectEvent(() => reading)
  useEffect(() => {
    let isOver = false
    void loadReading().then(
      ({ follow }) => {
        if (!isOver) following.current = follow(() => newest(), setChanged)
      },
      // What is shown is not live then; Refresh is there.
      () => undefined,
    )
    return () => {
      isOver = true
      following.current?.end()
    }
  }, [])
  useEffect(() => following.current?.look())
  return changed
}
