import type { ReactNode } from 'react'
import { notAvailable } from '../../../lib/browser/format.ts'
import styles from './facts.module.css'

/** Names and what they stand for; an empty one says that there is none. */
export function Facts({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value === '' || value === null ? notAvailable : value}</dd>
        </div>
      ))}
    </dl>
  )
}
