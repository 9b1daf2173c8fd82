import { Button } from './button.tsx'
import { Live } from './live.tsx'
import styles from './state.module.css'

interface FailedProps {
  message: string
  onRetry: () => void
}

/** What happened, and another try. */
export function Failed({ message, onRetry }: FailedProps) {
  return (
    <div className={styles.state}>
      <div className={styles.said}>
        <Live role="alert">{message}</Live>
      </div>
      <Button onClick={onRetry}>Retry</Button>
    </div>
  )
}
