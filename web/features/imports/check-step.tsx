import { useDeferredValue, useMemo, useState } from 'react'
import type { ImportKind } from '#shared/model/import.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { FieldShell } from '../../ui/field-shell.tsx'
import { LiveRegion } from '../../ui/live-region.tsx'
import styles from './imports.module.css'
import { fieldLabelOf, type MatchedColumns } from './match-columns.ts'
import type { FileTable, TableRow } from './read-table.ts'
import { type CheckedRows, checkRows, type DayMonthOrderByField, type RowProblem } from './to-rows.ts'

/** The maximum number of cells with problems that are shown at a time. The others appear once these are corrected. */
const shownProblems = 50

const rowsOf = (count: number) => `${count} ${count === 1 ? 'row' : 'rows'}`

interface CheckStepProps {
  kind: ImportKind
  table: FileTable
  columns: MatchedColumns
  orders: DayMonthOrderByField
  /** Called with the table, including the corrected cells. */
  onBack: (table: FileTable) => void
  onImport: (table: FileTable, checked: CheckedRows) => void
}

/**
 * Shows how many rows will be sent, and the problems of the other rows. A problem can be corrected here if it concerns a field that
 * has a column in the file.
 */
export function CheckStep({ kind, table: read, columns, orders, onBack, onImport }: CheckStepProps) {
  const [table, setTable] = useState(read)
  const shown = useDeferredValue(table)
  const checked = useMemo(() => checkRows(shown, { kind, columns, orders }), [shown, kind, columns, orders])
  const { ready, problems } = checked
  const good = ready.reduce((count, { rows }) => count + rows.length, 0)
  const bad = table.rows.length - good
  // Group the problems by cell, so that a cell with two problems is corrected in one place.
  const places = [...Map.groupBy(problems, ({ row, field }) => `${row.number} ${field}`).values()]

  function mend({ number }: TableRow, at: number, cell: string) {
    const changed = (row: TableRow) => ({ ...row, cells: row.cells.with(at, cell.trim()) })
    const padded = (row: TableRow) => ({
      ...row,
      cells: Array.from({ length: Math.max(row.cells.length, at + 1) }, (_, i) => row.cells[i] ?? ''),
    })
    setTable({ ...table, rows: table.rows.map((row) => (row.number === number ? changed(padded(row)) : row)) })
  }

  return (
    <Card title="Check">
      <LiveRegion role="status">
        <p>
          {good === 1 ? '1 row is ready' : `${good} rows are ready`}
          {good > ready.length &&
            ` (${rowsOf(good)}, ${ready.length} ${ready.length === 1 ? 'delivery' : 'deliveries'})`}
        </p>
        {bad > 0 && <p>{bad === 1 ? '1 row has problems' : `${bad} rows have problems`}</p>}
      </LiveRegion>
      {places.length > 0 && (
        <ul aria-label="Problems" className={styles.problems}>
          {places.slice(0, shownProblems).map((found) => (
            <Problem
              key={`${found[0]?.row.number} ${found[0]?.field}`}
              kind={kind}
              columns={columns}
              found={found}
              onMend={mend}
            />
          ))}
        </ul>
      )}
      {places.length > shownProblems && <p className="muted">and {places.length - shownProblems} more</p>}
      {bad > 0 && good > 0 && (
        <p className="muted">Rows with problems are left out. You can download them afterward with the reasons.</p>
      )}
      <div className={styles.actions}>
        <Button onClick={() => onBack(table)}>Back</Button>
        {good > 0 && (
          <Button variant="primary" onClick={() => onImport(table, checkRows(table, { kind, columns, orders }))}>
            Import {rowsOf(good)}
          </Button>
        )}
      </div>
    </Card>
  )
}

interface ProblemProps {
  kind: ImportKind
  columns: MatchedColumns
  found: readonly RowProblem[]
  onMend: (row: TableRow, at: number, cell: string) => void
}

function Problem({ kind, columns, found, onMend }: ProblemProps) {
  const [first] = found
  if (!first) return null
  const { row, field } = first
  const words = [...new Set(found.map((problem) => problem.words))].join('; ')
  const at = field && columns[field]
  const place = field ? `Row ${row.number}, ${fieldLabelOf(kind, field)}` : `Row ${row.number}`
  return (
    <li>
      {at === undefined ? (
        <>
          <strong>{place}</strong> <span>{words}</span>
        </>
      ) : (
        <FieldShell label={place} error={words}>
          {(control) => (
            <input
              {...control}
              defaultValue={row.cells[at] ?? ''}
              onBlur={({ target }) => {
                if (target.value !== (row.cells[at] ?? '')) onMend(row, at, target.value)
              }}
              onKeyDown={({ key, currentTarget }) => {
                if (key === 'Enter') currentTarget.blur()
              }}
            />
          )}
        </FieldShell>
      )}
    </li>
  )
}
