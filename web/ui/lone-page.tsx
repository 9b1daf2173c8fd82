import type { ReactNode } from 'react'
import { Foot } from './foot.tsx'
import { Logo } from './logo.tsx'
import styles from './lone-page.module.css'

/** A page outside of the signed-in area, under the product's sign alone. */
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
