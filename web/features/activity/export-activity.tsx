import { useEffect, useRef, useState } from 'react'
import { listActivity } from '#shared/api/activity.ts'
import { call } from '../../lib/api/call.ts'
import { toast } from '../../lib/browser/toast.ts'
import { useToday } from '../../lib/session/clock.ts'
import { Button } from '../../ui/button.tsx'
import { Live } from '../../ui/live.tsx'
import styles from './activity.module.css'
import { csvHead, csvLines } from './activity-csv.ts'
import { type ActivityQuery, eventCount } from './activity-filters.ts'
import { activityLabels } from './activity-labels.ts'
import type { NameOf } from './event-words.ts'
import { useNames } from './use-names.ts'

const pageSize = 200

/** Every event of the filters as a file: page by page, as far as it has come, and to be stopped. */
export function ExportActivity({ query }: { query: ActivityQuery }) {
  const today = useToday()
  const nameOf = useNames()
  const [count, setCount] = useState<number>()
  const running = useRef<AbortController>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  async function run() {
    const controller = new AbortController()
    running.current = controller
    setCount(0)
    try {
      const lines = await collect(query, nameOf, { signal: controller.signal, tell: setCount })
      if (!controller.signal.aborted) save(lines, today)
    } catch {
      if (!controller.signal.aborted) toast.error(activityLabels.exportFailed)
    } finally {
      if (running.current === controller) setCount(undefined)
    }
  }

  function stop() {
    running.current?.abort()
    running.current = undefined
    setCount(undefined)
  }

  return (
    <div className={styles.export}>
      <Live role="status" className="muted small tabular">
        {count !== undefined && `Exporting: ${eventCount(count, false)}`}
      </Live>
      {count === undefined ? (
        <Button onClick={() => void run()}>{activityLabels.export}</Button>
      ) : (
        <Button onClick={stop}>Cancel export</Button>
      )}
    </div>
  )
}

interface Progress {
  signal: AbortSignal
  /** Receives how many events there are after each page. */
  tell: (count: number) => void
}

/** Reads page after page. */
async function collect(query: ActivityQuery, nameOf: NameOf, { signal, tell }: Progress): Promise<string[]> {
  const parts = [csvHead()]
  let count = 0
  for (let cursor: string | undefined, isFirst = true; isFirst || cursor; isFirst = false) {
    const page = await call(listActivity, { query: { ...query, limit: String(pageSize), ...(cursor && { cursor }) } })
    if (signal.aborted) return []
    parts.push(csvLines(page.body, nameOf))
    count += page.body.length
    tell(count)
    cursor = page.next
  }
  return parts
}

/** Excel takes a file for UTF-8 by its first character. */
const byteOrderMark = '\ufeff'

function save(parts: readonly string[], today: string) {
  const address = URL.createObjectURL(new Blob([byteOrderMark, ...parts], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = `activity-${today}.csv`
  link.click()
  URL.revokeObjectURL(address)
}
