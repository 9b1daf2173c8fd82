import { useEffect, useEffectEvent, useRef, useState } from 'react'

const everyMs = 30_000
/** How long what changed is marked. */
const markedMs = 3_000
/** News that come so soon after a poll are its news. What somebody has done here is said where it was done. */
const pollSaysMs = 10_000

/** What has the same version is the same. */
interface Versioned {
  id: string
  version: number | string
}

interface LiveReading {
  /** What is shown; undefined until it has come. */
  rows: readonly Versioned[] | undefined
  /** What they are rows of: the rows of another list are not news. */
  of: string
  /** Whether more rows follow, which nobody has asked for yet. */
  isCut?: boolean
  /** Reads it again without anybody asking. */
  read: () => unknown
  /** Hears of how many changes a poll has told. */
  tell: (count: number) => void
}

/** Not needed to show anything. */
const loadUse = () => import('./in-use.ts')

/**
 * Reads again what a screen shows while somebody looks at it, and when they come back to it. Returns the ids of what is new or
 * changed since it was last shown, for three seconds.
 */
export function useLiveChanges({ rows, of, isCut = false, read, tell }: LiveReading): ReadonlySet<string> {
  const polledAt = useRef(Number.NEGATIVE_INFINITY)
  const readNow = useEffectEvent(() => {
    polledAt.current = performance.now()
    read()
  })
  useEffect(() => {
    const ends: (() => void)[] = []
    let isOver = false
    void loadUse().then(
      ({ mayRead, onReturn }) => {
        if (isOver) return
        const poll = () => {
          if (mayRead()) readNow()
        }
        const timer = setInterval(poll, everyMs)
        ends.push(() => clearInterval(timer), onReturn(poll))
      },
      // What is shown is not live then; Refresh is there.
      () => undefined,
    )
    return () => {
      isOver = true
      for (const end of ends) end()
    }
  }, [])

  const shown = useRef<{ of: string; isCut: boolean; versions: ReadonlyMap<string, Versioned['version']> }>(undefined)
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set())
  const onNews = useEffectEvent((news: readonly Versioned[]) => {
    setChanged(new Set(news.map(({ id }) => id)))
    if (performance.now() - polledAt.current < pollSaysMs) tell(news.length)
  })
  // By what they say: some screens put their rows together anew each time.
  const said = rows && JSON.stringify(rows.map(({ id, version }) => [id, version]))
  const compare = useEffectEvent(() => {
    if (!rows) return
    const before = shown.current?.of === of ? shown.current : undefined
    shown.current = { of, isCut, versions: new Map(rows.map(({ id, version }) => [id, version])) }
    if (!before) return
    // Rows behind the last one of a list that was cut have only been loaded.
    const end = before.isCut ? rows.findLastIndex(({ id }) => before.versions.has(id)) : rows.length
    const news = rows.filter(({ id, version }, i) => i <= end && before.versions.get(id) !== version)
    if (news.length > 0) onNews(news)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: they are compared when they say something else
  useEffect(compare, [said, of, isCut])
  useEffect(() => {
    if (changed.size === 0) return
    const timer = setTimeout(() => setChanged(new Set()), markedMs)
    return () => clearTimeout(timer)
  }, [changed])
  return changed
}
