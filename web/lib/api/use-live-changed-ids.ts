import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { createIdleLoader } from '../browser/idle.ts'
import type { CallInput } from './caller.ts'
import { type RowOf, useApiPages } from './paged-queries.ts'
import type { PolledList, RowWatch, VersionedRow } from './poll-rows.ts'
import { type PagedEntry, pollQuery } from './queries.ts'

/** Waits until the page is idle and then loads the code that polls, because no screen needs this code to render. */
const loadReading = createIdleLoader(() => import('./poll-rows.ts'))

const none: ReadonlySet<string> = new Set()

/**
 * Polls the rows of a screen while the user looks at it, and when the user comes back to it. Returns the ids of the rows that were
 * added or changed. Each id stays in the set for three seconds.
 */
export function useLiveChangedIds(reading: PolledList): ReadonlySet<string> {
  const [changed, setChanged] = useState(none)
  const following = useRef<RowWatch>(undefined)
  const newest = useEffectEvent(() => reading)
  useEffect(() => {
    let isOver = false
    void loadReading().then(
      ({ pollRows }) => {
        if (!isOver) following.current = pollRows(() => newest(), setChanged)
      },
      // If this code fails to load, the rows don't update by themselves, but the user still has the Refresh button.
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
  /** Returns the row's id and version, by which changes are detected. */
  newsOf: (row: RowOf<E>) => VersionedRow
  /** Called with the number of rows that a poll has added or changed. */
  onChange: (count: number) => unknown
  enabled?: boolean
}

/** Reads a list in pages and polls it while the user looks at it. `changed` has the ids of new and changed rows. */
export function useLivePages<E extends PagedEntry>(
  entry: E,
  input: CallInput<E>,
  { newsOf, onChange, enabled = true }: Live<E>,
) {
  const pages = useApiPages(entry, input, { enabled })
  const changed = useLiveChangedIds({
    rows: pages.rows?.map(newsOf),
    of: JSON.stringify(input),
    isCut: pages.hasNextPage,
    read: () => pollQuery(entry, input, 'pages'),
    onChange,
  })
  return { ...pages, changed }
}
