import { Card as AmplifyCard } from '@aws-amplify/ui-react'
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

/** A bordered block of a page. */
export function Card({ title, aside, className, children }: CardProps) {
  return (
    <AmplifyCard as="section" variation="outlined" className={classNames(styles.card, className)}>
      {(title || aside) && (
        <header className={styles.head}>
          {title && <h2>{title}</h2>}
          {aside}
        </header>
      )}
      {children}
    </AmplifyCard>
  )
}
