import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { whenIdle } from '../browser/idle.ts'
import type { CallInput } from './caller.ts'
import type { Following, LiveReading, Versioned } from './live-reading.ts'
import { type RowOf, useApiPages } from './paged-queries.ts'
import { type PagedEntry, poll } from './queries.ts'

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

interface Live<E extends PagedEntry> {
  /** By what a changed row is known. */
  newsOf: (row: RowOf<E>) => Versioned
  /** Hears of how many changes a poll has told. */
  tell: (count: number) => unknown
  enabled?: boolean
}

/** A list in pages that is read again while somebody looks at it; `changed` are the ids of what is new or other in it. */
export function useLivePages<E extends PagedEntry>(
  entry: E,
  input: CallInput<E>,
  { newsOf, tell, enabled = true }: Live<E>,
) {
  const pages = useApiPages(entry, input, { enabled })
  const changed = useLiveChanges({
    rows: pages.rows?.map(newsOf),
    of: JSON.stringify(input),
    isCut: pages.hasNextPage,
    read: () => poll(entry, input, 'pages'),
    tell,
  })
  return { ...pages, changed }
}
