import styles from './progress.module.css'

interface ProgressProps {
  label: string
  /** 0 to 1. */
  value: number
  /** How far it is, in words. */
  text: string
}

/** How far something is, as a bar and in words. */
export const Progress = ({ label, value, text }: ProgressProps) => (
  <div className={styles.progress}>
    <progress aria-label={label} value={value} className={styles.bar} />
    <span className="tabular">{text}</span>
  </div>
)
