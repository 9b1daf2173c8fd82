import { createContext, use } from 'react'
import { useOfflineSince } from '../lib/browser/connection.ts'
import { Button } from './button.tsx'
import { LiveRegion } from './live-region.tsx'
import styles from './state.module.css'

/** What a page cannot show without a network, as the subject of a sentence. Undefined where something else than the network failed. */
export const PageNameContext = createContext<string | undefined>('This page')

interface FailedProps {
  title?: string
  message: string
  /** The text of the button. */
  action?: string
  busy?: boolean
  onRetry: () => void
}

/** Tells the user what failed, and offers another try. Without a network, the user reads that instead of `message`. */
export function FailedState({ title, message, action = 'Retry', busy = false, onRetry }: FailedProps) {
  const what = use(PageNameContext)
  const isOffline = useOfflineSince() !== undefined && what !== undefined
  return (
    <div className={styles.state}>
      {title && <h2>{title}</h2>}
      <div className={styles.said}>
        <LiveRegion role="alert">{isOffline ? `You are offline. ${what} needs a connection.` : message}</LiveRegion>
      </div>
      <Button busy={busy} onClick={onRetry}>
        {isOffline ? 'Try again' : action}
      </Button>
    </div>
  )
}
