import type { ReactNode } from 'react'
import { Foot } from './foot.tsx'
import { Logo } from './logo.tsx'
import styles from './lone-page.module.css'

/** A page outside the signed-in area, with only the logo above it. */
export function LonePage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={styles.page}>
      <title>{`${title} · Carelane`}</title>
      <header>
        <Logo />
      </header>
      <main tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <Foot />
    </div>
  )
}
