import type { ReactNode } from 'react'
import { Logo } from '../../ui/logo.tsx'
import styles from './account-page.module.css'

interface AccountPageProps {
  title: string
  /** Below the card. */
  foot?: ReactNode
  children: ReactNode
}

/** The frame of the pages around signing in: one card, nothing else to look at. */
export function AccountPage({ title, foot, children }: AccountPageProps) {
  return (
    <main className={styles.page}>
      <title>{`${title} · Carelane`}</title>
      <div className={styles.logo}>
        <Logo />
      </div>
      <div className={styles.card}>
        <h1>{title}</h1>
        {children}
      </div>
      {foot}
    </main>
  )
}
