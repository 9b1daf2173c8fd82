import { Live } from './live.tsx'
import styles from './spinner.module.css'
import state from './state.module.css'

export function Spinner({ label = 'Loading...' }: { label?: string }) {
  return (
    <div className={state.state} data-waiting="">
      <div className={styles.spin} aria-hidden="true" />
      <Live role="status" className="unseen">
        {label}
      </Live>
    </div>
  )
}
