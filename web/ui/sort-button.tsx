import type { ReactNode } from 'react'
import styles from './sort-button.module.css'
import type { TableColumn } from './table.tsx'

export interface SortButtonProps extends Pick<TableColumn<never>, 'sorted'> {
  onPress: () => void
  children: ReactNode
}

const arrows = { ascending: '↑', descending: '↓' } as const

/** The head of a column by which a table can be sorted. The arrow is for sighted users; the cell tells screen readers the order. */
export const SortButton = ({ sorted, onPress, children }: SortButtonProps) => (
  <button type="button" className={styles.button} onClick={onPress}>
    {children}
    <span aria-hidden="true">{sorted ? arrows[sorted] : ''}</span>
  </button>
)
