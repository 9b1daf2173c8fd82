import type { ReactNode } from 'react'
import { PageNameContext } from './failed-state.tsx'
import styles from './page-frame.module.css'

interface PageProps {
  /** The document's title, and the text of the page's only h1 unless there is a `heading`. */
  title: string
  heading?: string
  /** Shown beside the h1, such as a badge. */
  mark?: ReactNode
  /** Buttons at the end of the heading's line. */
  actions?: ReactNode
  children: ReactNode
}

export function PageFrame({ title, heading = title, mark, actions, children }: PageProps) {
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
      <PageNameContext value={title}>{children}</PageNameContext>
    </div>
  )
}
