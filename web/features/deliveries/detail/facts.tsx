import type { ReactNode } from 'react'
import styles from './detail.module.css'

/** Names and what they stand for; an empty one is 'N/A'. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value === '' || value === null ? 'N/A' : value}</dd>
        </div>
      ))}
    </dl>
  )
}
