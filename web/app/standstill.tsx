import type { ReactNode } from 'react'
import { Logo } from '../ui/logo.tsx'
import styles from './standstill.module.css'

/** In place of every page, when none can be shown. */
export function Standstill({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className={styles.page}>
      <title>{`${title} · Carelane`}</title>
      <div className={styles.logo}>
        <Logo />
      </div>
      <h1>{title}</h1>
      {children}
    </main>
  )
}
