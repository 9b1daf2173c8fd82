import { classNames } from './class-names.ts'
import styles from './skeleton.module.css'
import { Waiting } from './spinner.tsx'

const bar = classNames('amplify-placeholder', styles.bar)

/** The shape of rows to come, of Amplify's placeholders, and over the first of them the words for what is waited for. */
export function Skeleton({ label, lines = 6 }: { label: string; lines?: number }) {
  return (
    <div className={styles.stack} data-waiting="">
      <Waiting label={label} className={styles.waiting} />
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
