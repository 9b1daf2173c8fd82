import { Button } from './button.tsx'
import { LiveRegion } from './live-region.tsx'
import styles from './state.module.css'

interface FailedProps {
  title?: string
  message: string
  /** The text of the button. */
  action?: string
  busy?: boolean
  onRetry: () => void
}

/** Tells the user what failed, and offers another try. */
export function FailedState({ title, message, action = 'Retry', busy = false, onRetry }: FailedProps) {
  return (
    <div className={styles.state}>
      {title && <h2>{title}</h2>}
      <div className={styles.said}>
        <LiveRegion role="alert">{message}</LiveRegion>
      </div>
      <Button busy={busy} onClick={onRetry}>
        {action}
      </Button>
    </div>
  )
}
