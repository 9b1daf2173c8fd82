import type { ReactNode } from 'react'
import styles from './card.module.css'
import { classNames } from './class-names.ts'
import { ChevronDownIcon } from './icons.tsx'

interface CardProps {
  title?: string
  /** Shown beside the title. */
  aside?: ReactNode
  className?: string | undefined
  children: ReactNode
}

/** A bordered block of a page. It looks like Amplify's card, whose component would add code to every page. */
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

interface FoldedCardProps {
  title: string
  /** Shown beside the title, even while the card is folded. */
  aside?: ReactNode
  className?: string | undefined
  children: ReactNode
}

/** A card whose content is one short sentence beside its title, because there is nothing to show. */
export const EmptyCard = ({ title, className, children }: FoldedCardProps) => (
  <Card title={title} className={className} aside={<span className="muted">{children}</span>}>
    {null}
  </Card>
)

/** A card that shows one line until it is unfolded. */
export const FoldedCard = ({ title, aside, className, children }: FoldedCardProps) => (
  <Card className={className}>
    <details className={styles.folded}>
      <summary className={styles.head}>
        <ChevronDownIcon />
        <h2>{title}</h2>
        {aside}
      </summary>
      <div className={styles.content}>{children}</div>
    </details>
  </Card>
)
