import { type ReactNode, useState } from 'react'
import { toast } from '../lib/browser/toast.ts'
import { announce } from './announce.ts'
import { Button } from './button.tsx'
import { DataAge } from './data-age.tsx'
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
