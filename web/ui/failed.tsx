import { Button } from './button.tsx'
import styles from './state.module.css'

interface FailedProps {
  title?: string
  message: string
  /** The text of the button. */
  action?: string
  busy?: boolean
  onRetry: () => void
}

/** What happened, and another try. */
export function Failed({ title, message, action = 'Retry', busy = false, onRetry }: FailedProps) {
  return (
    <div role="alert" className={styles.state}>
      {title && <h2>{title}</h2>}
      <p>{message}</p>
      <Button busy={busy} onClick={onRetry}>
        {action}
      </Button>
    </div>
  )
}
