import type { ImportKind } from '#shared/model/import.ts'
import { groupBy } from '#shared/rules/group-by.ts'
import { FieldShell } from '../../ui/field-shell.tsx'
import { fieldLabelOf } from './column-heads.ts'
import styles from './imports.module.css'
import type { MatchedColumns } from './match-columns.ts'
import type { ProblemPlace, RowProblem } from './read-rows.ts'

/** The maximum number of cells with problems that are shown at a time. The others appear once these are corrected. */
const shownProblems = 50

interface ProblemListProps {
  kind: ImportKind
  columns: MatchedColumns
  problems: readonly RowProblem[]
  /** The name of the patient of each row that has one. */
  names: ReadonlyMap<number, string>
  onMend: (place: ProblemPlace, text: string) => void
}

/** The problems of the rows, by cell. A cell with two problems is corrected in one place. */
export function ProblemList({ kind, columns, problems, names, onMend }: ProblemListProps) {
  const places = [...groupBy(problems, ({ row, field }) => `${row.number} ${field}`)]
  if (places.length === 0) return null
  return (
    <>
      <ul aria-label="Problems" className={styles.problems}>
        {places.slice(0, shownProblems).map(([place, found]) => (
          <Problem key={place} kind={kind} columns={columns} found={found} names={names} onMend={onMend} />
        ))}
      </ul>
      {places.length > shownProblems && <p className="muted">{`and ${places.length - shownProblems} more`}</p>}
    </>
  )
}

interface ProblemProps extends Omit<ProblemListProps, 'problems'> {
  found: readonly RowProblem[]
}

function Problem({ kind, columns, found, names, onMend }: ProblemProps) {
  const [first] = found
  if (!first) return null
  const { row, field } = first
  const words = [...new Set(found.map((problem) => problem.words))].join('; ')
  // If a field has several columns, the one that is filled has the problem.
  const own = (field && columns[field]) ?? []
  const at = own.find((column) => row.cells[column]) ?? own[0]
  const place = field ? `Row ${row.number}, ${fieldLabelOf(kind, field)}` : `Row ${row.number}`
  const name = names.get(row.number)
  if (at === undefined || row.isBroken)
    return (
      <li>
        <strong>{place}</strong> {name && <span className="muted">{name}</span>}
        <div>{words}</div>
      </li>
    )
  return (
    <li>
      <FieldShell label={place} hint={name} error={words}>
        {(control) => (
          <input
            {...control}
            defaultValue={row.cells[at] ?? ''}
            onBlur={({ target }) => {
              if (target.value !== (row.cells[at] ?? '')) onMend({ row, field, at }, target.value)
            }}
            onKeyDown={({ key, currentTarget }) => {
              if (key === 'Enter') currentTarget.blur()
            }}
          />
        )}
      </FieldShell>
    </li>
  )
}
