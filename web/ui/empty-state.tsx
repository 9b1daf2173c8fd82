import type { ReactNode } from 'react'
import styles from './state.module.css'

/** Says that there is nothing to show, for example because a list is empty, and what to do next. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={styles.state}>
      <h2>{title}</h2>
      {children}
    </div>
  )
}
