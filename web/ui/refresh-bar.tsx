import { type ReactNode, useEffect, useState } from 'react'
import { toast } from '../lib/browser/toast.ts'
import { announce } from './announce.ts'
import { Button } from './button.tsx'
import { RefreshIcon } from './icons.tsx'
import styles from './refresh-bar.module.css'

interface RefreshProps {
  /** When the shown data was read, in epoch milliseconds. */
  at: number
  /** Reads all shown data again. Resolves to false if that failed. */
  again: () => Promise<boolean>
  /** The message if reading failed, unless the screen shows one itself. */
  failed?: string | undefined
  /** Rendered before the age of the data. */
  children?: ReactNode
}

/** Shows how old a screen's data is, with a button that reads it again. */
export function RefreshBar({ at, again, failed, children }: RefreshProps) {
  const [isRefreshing, setIsRefreshing] = useState(false)
  async function refresh() {
    setIsRefreshing(true)
    const came = await again()
    setIsRefreshing(false)
    if (came) announce('Refreshed')
    else if (failed) toast.error(failed)
  }
  return (
    <div className={styles.refresh}>
      <div>
        {children}
        <DataAge at={at} />
      </div>
      <Button size="small" busy={isRefreshing} onClick={() => void refresh()}>
        <RefreshIcon /> Refresh
      </Button>
    </div>
  )
}

const minuteMs = 60_000

/** Shows how old the displayed data is. `at` is the time when it was read, in ms since 1970; 0 if nothing has been read yet. */
function DataAge({ at }: { at: number }) {
  const [now, setNow] = useState(at)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again for new data, to show its time at once
  useEffect(() => {
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), minuteMs / 4)
    return () => clearInterval(timer)
  }, [at])
  if (at === 0) return null
  const minutes = Math.floor(Math.max(0, now - at) / minuteMs)
  return (
    <span className="muted small tabular">{minutes === 0 ? 'Updated just now' : `Updated ${minutes} min ago`}</span>
  )
}
