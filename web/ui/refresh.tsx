import { type ReactNode, useState } from 'react'
import { toast } from '../lib/browser/toast.ts'
import { announce } from './announce.ts'
import { Button } from './button.tsx'
import { RefreshIcon } from './icons.tsx'
import styles from './refresh.module.css'
import { Updated } from './updated.tsx'

interface RefreshProps {
  /** When what is shown was read, in epoch milliseconds. */
  at: number
  /** Reads everything that is shown again, and says whether it came. */
  again: () => Promise<boolean>
  /** What is said of what did not, where the screen does not say it. */
  failed?: string
  /** Before the age of what is shown. */
  children?: ReactNode
}

/** How old a screen is, and the button that reads it again. */
export function Refresh({ at, again, failed, children }: RefreshProps) {
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
        <Updated at={at} />
      </div>
      <Button size="small" busy={isRefreshing} onClick={() => void refresh()}>
        <RefreshIcon /> Refresh
      </Button>
    </div>
  )
}
