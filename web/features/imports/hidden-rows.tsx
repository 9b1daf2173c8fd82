import { Button } from '../../ui/button.tsx'
import styles from './imports.module.css'
import { type FileTable, hasHiddenRows, withHiddenRows } from './read-table.ts'

interface HiddenRowsProps {
  table: FileTable
  /** Called with the table that has, or has not, the hidden rows. Without it, the text alone is shown. */
  onChange?: (table: FileTable) => void
}

/** Says how many rows the spreadsheet hides, and lets the user include them. */
export function HiddenRows({ table, onChange }: HiddenRowsProps) {
  const count = table.hidden.length
  if (count === 0) return null
  const isIncluded = hasHiddenRows(table)
  const rows = count === 1 ? '1 hidden row was' : `${count} hidden rows were`
  return (
    <div className={styles.note}>
      <p>{isIncluded ? `${rows} included.` : `${rows} left out.`}</p>
      {onChange && (
        <Button onClick={() => onChange(withHiddenRows(table, !isIncluded))}>
          {isIncluded ? 'Leave them out' : 'Include them'}
        </Button>
      )}
    </div>
  )
}
