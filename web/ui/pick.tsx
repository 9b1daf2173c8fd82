import type { ReactNode } from 'react'
import styles from './pick.module.css'

/** One of several found, to choose by a click: its lines, the last one across. */
export const Pick = ({ onPick, children }: { onPick: () => void; children: ReactNode }) => (
  <button type="button" className={styles.pick} onClick={onPick}>
    {children}
  </button>
)
