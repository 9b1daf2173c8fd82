import { type ReactNode, useId } from 'react'
import styles from './reference-screen.module.css'

/** A named list of terms and their meanings. */
export function NamedFacts({ name, children }: { name: string; children: ReactNode }) {
  const id = useId()
  return (
    <div>
      <strong id={id} className="small">
        {name}
      </strong>
      <dl aria-labelledby={id} className={styles.facts}>
        {children}
      </dl>
    </div>
  )
}
