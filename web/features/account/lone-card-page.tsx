import type { ReactNode } from 'react'
import styles from '../../ui/lone-page.module.css'
import { LonePage } from '../../ui/lone-page.tsx'

interface AccountPageProps {
  title: string
  /** Shown below the card. */
  foot?: ReactNode
  children: ReactNode
}

/** The frame of the pages for signing in and of those that a mail's link opens: a single card, without navigation. */
export function LoneCardPage({ title, foot, children }: AccountPageProps) {
  return (
    <LonePage title={title}>
      <div className={styles.card}>
        <h1>{title}</h1>
        {children}
      </div>
      {foot}
    </LonePage>
  )
}
