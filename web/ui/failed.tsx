import { Button } from './button.tsx'
import styles from './state.module.css'

interface FailedProps {
  title?: string
  message: string
  onRetry: () => void
}

/** What happened, and another try. */
export function Failed({ title, message, onRetry }: FailedProps) {
  return (
    <div role="alert" className={styles.state}>
      {title && <h2>{title}</h2>}
      <p>{message}</p>
      <Button onClick={onRetry}>Retry</Button>
    </div>
  )
}
