import type { ReactNode } from 'react'
import { Logo } from './logo.tsx'
import styles from './lone-page.module.css'
import { PageFooter } from './page-footer.tsx'

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
      <PageFooter />
    </div>
  )
}
