import { useEffect, useEffectEvent, useRef, useState } from 'react'

/** How long what changed is marked. */
const markedMs = 3_000

interface Versioned {
  id: string
  version: number
}

/**
 * The ids of rows that are new or changed since they were last shown, for three seconds; `tell` hears how many. `of` says which list
 * it is: the rows of another one are not news.
 */
export function useChanged(rows: readonly Versioned[] | undefined, of: string, tell: (count: number) => void) {
  const shown = useRef<{ of: string; versions: ReadonlyMap<string, number> }>(undefined)
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set())
  const told = useEffectEvent(tell)
  useEffect(() => {
    if (!rows) return
    const before = shown.current?.of === of ? shown.current.versions : undefined
    shown.current = { of, versions: new Map(rows.map(({ id, version }) => [id, version])) }
    if (!before) return
    // Rows behind the former last one have only been loaded.
    const lastKnown = rows.findLastIndex(({ id }) => before.has(id))
    const news = rows.filter(({ id, version }, i) => i <= lastKnown && before.get(id) !== version)
    if (news.length === 0) return
    setChanged(new Set(news.map(({ id }) => id)))
    told(news.length)
  }, [rows, of])
  useEffect(() => {
    if (changed.size === 0) return
    const timer = setTimeout(() => setChanged(new Set()), markedMs)
    return () => clearTimeout(timer)
  }, [changed])
  return changed
}
