import type { ReactNode } from 'react'
import styles from './bordered-section.module.css'

/** A section of a page with a border. */
export const BorderedSection = ({ title, children }: { title?: string; children: ReactNode }) => (
  <section className={styles.panel}>
    {title && <h2>{title}</h2>}
    {children}
  </section>
)
