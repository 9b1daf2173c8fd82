import { classNames } from './class-names.ts'
import { Live } from './live.tsx'
import styles from './skeleton.module.css'

const bar = classNames('amplify-placeholder', styles.bar)

/** The shape of rows to come, of Amplify's placeholders; `label` is what a screen reader hears. */
export function Skeleton({ label, lines = 6 }: { label: string; lines?: number }) {
  return (
    <div className={styles.stack} data-waiting="">
      <Live role="status" className="unseen">
        {label}
      </Live>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: equal lines that never move
        <div key={line} className={styles.row}>
          <div className={bar} />
          <div className={bar} />
          <div className={bar} />
        </div>
      ))}
    </div>
  )
}
