import { mayPollNow, onUserReturn } from '../browser/user-return.ts'

const everyMs = 30_000
/** How long a changed row stays marked. */
const markedMs = 3_000
/** A change on the screen up to this long after a poll's response is attributed to the poll. Rendering takes less time. */
const shownWithinMs = 500

/** A row counts as unchanged while its version stays the same. */
export interface VersionedRow {
  id: string
  version: number | string
}

export interface PolledList {
  /** The rows on the screen; undefined until they have loaded. */
  rows: readonly VersionedRow[] | undefined
  /** Identifies the list. When this changes, the screen shows another list, whose rows are not marked as changed. */
  of: string
  /** True if further rows exist that have not been loaded. */
  isCut?: boolean
  /** Reads the rows again in the background. */
  read: () => unknown
  /** Called with the number of rows that a poll has added or changed. */
  onChange: (count: number) => unknown
}

export interface RowWatch {
  /** Compares the rows that are shown now with those at the last look, and marks the rows that a poll has added or changed. */
  look: () => void
  end: () => void
}

interface Shown {
  of: string
  isCut: boolean
  versions: ReadonlyMap<string, VersionedRow['version']>
}

/**
 * Returns the rows that are new or changed since `before`. If the list had further pages then, the rows after the last row of
 * `before` don't count, because they come from a page that has been loaded since.
 */
function newsOf(rows: readonly VersionedRow[], before: Shown): VersionedRow[] {
  const end = before.isCut ? rows.findLastIndex(({ id }) => before.versions.has(id)) : rows.length
  return rows.filter(({ id, version }, i) => i <= end && before.versions.get(id) !== version)
}

/**
 * Polls the rows of a screen every thirty seconds, and marks new and changed rows for three seconds. `newest` returns the list as
 * it is shown now.
 */
export function pollRows(newest: () => PolledList, mark: (ids: ReadonlySet<string>) => void): RowWatch {
  let shown: Shown | undefined
  /** The number of polls whose rows may not have been rendered yet. */
  let polls = 0
  /** The marked ids, by the timer that unmarks them. The marks of each poll have a timer of their own. */
  const marks = new Map<ReturnType<typeof setTimeout>, string[]>()

  const markAll = () => mark(new Set([...marks.values()].flat()))
  function look() {
    const { rows, of, isCut = false, onChange } = newest()
    if (!rows) return
    const news = shown?.of === of ? newsOf(rows, shown) : []
    shown = { of, isCut, versions: new Map(rows.map(({ id, version }) => [id, version])) }
    // Mark rows only if they change during or just after a poll. At other times rows change because of something that the user has
    // done, which the screen has already confirmed.
    if (news.length === 0 || polls === 0) return
    const unmarking = setTimeout(() => {
      marks.delete(unmarking)
      markAll()
    }, markedMs)
    marks.set(
      unmarking,
      news.map(({ id }) => id),
    )
    markAll()
    onChange(news.length)
  }
  async function poll() {
    if (!mayPollNow()) return
    polls += 1
    try {
      await newest().read()
    } finally {
      setTimeout(() => {
        polls -= 1
      }, shownWithinMs)
    }
  }
  look()
  const timer = setInterval(() => void poll(), everyMs)
  const stopListening = onUserReturn(() => void poll())
  return {
    look,
    end() {
      clearInterval(timer)
      for (const unmarking of marks.keys()) clearTimeout(unmarking)
      stopListening()
    },
  }
}
