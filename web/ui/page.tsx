import type { ReactNode } from 'react'
import styles from './page.module.css'

interface PageProps {
  /** The document's title, and the page's one h1 unless that says more. */
  title: string
  heading?: string
  /** Beside the h1: a badge. */
  mark?: ReactNode
  /** Buttons at the far side. */
  actions?: ReactNode
  children: ReactNode
}

export function Page({ title, heading = title, mark, actions, children }: PageProps) {
  return (
    <div className={styles.page}>
      <title>{`${title} · Carelane`}</title>
      <header className={styles.head}>
        <div className={styles.actions}>
          <h1>{heading}</h1>
          {mark}
        </div>
        {actions && <div className={styles.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  )
}
