import styles from './spinner.module.css'
import state from './state.module.css'

export function Spinner({ label = 'Loading...' }: { label?: string }) {
  return (
    <div role="status" className={state.state}>
      <div className={styles.spin} aria-hidden="true" />
      <span className="unseen">{label}</span>
    </div>
  )
}
