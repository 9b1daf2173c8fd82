import type { ReactNode } from 'react'
import styles from './panel.module.css'

/** A section of a page with a border. */
export const Panel = ({ title, children }: { title?: string; children: ReactNode }) => (
  <section className={styles.panel}>
    {title && <h2>{title}</h2>}
    {children}
  </section>
)
