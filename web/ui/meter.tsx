import { classNames } from './class-names.ts'
import styles from './meter.module.css'

interface MeterProps {
  label: string
  /** From 0 to 1. */
  value: number
  /** A word that rates the value. */
  text: string
  tone: 'bad' | 'fair' | 'good'
}

/** Shows a rating as a bar and a word. */
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
