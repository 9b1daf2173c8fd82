import styles from './progress-bar.module.css'

interface ProgressProps {
  label: string
  /** From 0 to 1. */
  value: number
  /** The progress in words. */
  text: string
}

/** Shows progress as a bar and in words. */
export const ProgressBar = ({ label, value, text }: ProgressProps) => (
  <div className={styles.progress}>
    <progress aria-label={label} value={value} className={styles.bar} />
    <span className="tabular">{text}</span>
  </div>
)
