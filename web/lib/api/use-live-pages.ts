import type { CallInput } from './caller.ts'
import type { Versioned } from './live-reading.ts'
import { type RowOf, useApiPages } from './paged-queries.ts'
import { type PagedEntry, poll } from './queries.ts'
import { useLiveChanges } from './use-live-changes.ts'

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
