import type { ReactNode } from 'react'
import styles from './card.module.css'
import { classNames } from './class-names.ts'

interface CardProps {
  title?: string
  /** Beside the title. */
  aside?: ReactNode
  className?: string | undefined
  children: ReactNode
}

/** A bordered block of a page: Amplify's card, without the code that its component brings to every page. */
export function Card({ title, aside, className, children }: CardProps) {
  return (
    <section className={classNames('amplify-card amplify-card--outlined', styles.card, className)}>
      {(title || aside) && (
        <header className={styles.head}>
          {title && <h2>{title}</h2>}
          {aside}
        </header>
      )}
      {children}
    </section>
  )
}
