import type { ReactNode } from 'react'
import { notAvailableText } from '../../../lib/browser/format.ts'
import styles from './fact-list.module.css'

/** A list of labels and values. A value that is '' or null is shown as not available. */
export function FactList({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value === '' || value === null ? notAvailableText : value}</dd>
        </div>
      ))}
    </dl>
  )
}
