import styles from './spinner.module.css'

export function Spinner({ label = 'Loading...' }: { label?: string }) {
  return (
    <div role="status" className={styles.center}>
      <div className={styles.spin} aria-hidden="true" />
      <span className="unseen">{label}</span>
    </div>
  )
}
