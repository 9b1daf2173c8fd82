import type { ReactNode } from 'react'
import styles from './search-result-button.module.css'

/** A button that chooses one of several search results. Its last line spans the whole width. */
export const SearchResultButton = ({ onPick, children }: { onPick: () => void; children: ReactNode }) => (
  <button type="button" className={styles.pick} onClick={onPick}>
    {children}
  </button>
)
