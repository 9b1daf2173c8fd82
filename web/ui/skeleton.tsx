import { Placeholder } from '@aws-amplify/ui-react'
import { classNames } from './class-names.ts'
import { Live } from './live.tsx'
import styles from './skeleton.module.css'

/** The shape of rows to come; `label` is what a screen reader hears. */
export function Skeleton({ label, lines = 6 }: { label: string; lines?: number }) {
  return (
    <div className={styles.stack} data-waiting="">
      <Live role="status" className="unseen">
        {label}
      </Live>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: equal lines that never move
        <div key={line} className={styles.row}>
          <Placeholder className={classNames(styles.bar)} />
          <Placeholder className={classNames(styles.bar)} />
          <Placeholder className={classNames(styles.bar)} />
        </div>
      ))}
    </div>
  )
}
