import { classNames } from './class-names.ts'
import styles from './skeleton.module.css'
import { LabelledSpinner } from './spinner.tsx'

const bar = classNames('amplify-placeholder', styles.bar)

/** The grey outline of rows that are loading, made of Amplify's placeholders. The label is shown over the first rows. */
export function Skeleton({ label, lines = 6 }: { label: string; lines?: number | undefined }) {
  return (
    <div className={styles.stack} data-waiting="">
      <LabelledSpinner label={label} className={styles.waiting} />
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are equal and never move
        <div key={line} className={styles.row}>
          <div className={bar} />
          <div className={bar} />
          <div className={bar} />
        </div>
      ))}
    </div>
  )
}
