import { classNames } from './class-names.ts'
import styles from './meter.module.css'

interface MeterProps {
  label: string
  /** 0 to 1. */
  value: number
  /** What the value means, in a word. */
  text: string
  tone: 'bad' | 'fair' | 'good'
}

/** How good something is, as a bar and a word. */
export function Meter({ label, value, text, tone }: MeterProps) {
  return (
    <div className={styles.meter}>
      <meter
        aria-label={`${label}: ${text}`}
        aria-valuetext={text}
        value={value}
        className={classNames(styles.bar, styles[tone])}
      />
      <span>{text}</span>
    </div>
  )
}
