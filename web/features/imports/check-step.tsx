import { useDeferredValue, useMemo, useState } from 'react'
import type { ImportKind, ImportQuestion } from '#shared/model/import.ts'
import { useSignedInSession } from '../../lib/session/session.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { FormAlert } from '../../ui/form-alert.tsx'
import { LiveRegion } from '../../ui/live-region.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { questionsAbout, type Results, resultKey, type SentRecord } from './decided-row.ts'
import { type FileDecisions, FileQuestions, type QuestionCounts } from './file-questions.tsx'
import { HiddenRows } from './hidden-rows.tsx'
import styles from './imports.module.css'
import type { ColumnChoice } from './keep-choice.ts'
import { ProblemList } from './problem-list.tsx'
import { mendedCell, type ProblemPlace, type RowProblem } from './read-rows.ts'
import type { FileTable, TableRow } from './read-table.ts'
import { type CheckedRows, checkRows, problemsOfRefusal } from './to-rows.ts'
import { useComparison } from './use-comparison.ts'

const rowsOf = (count: number) => `${count} ${count === 1 ? 'row' : 'rows'}`
const deliveriesOf = (count: number) => `${count} ${count === 1 ? 'delivery' : 'deliveries'}`

/** What is sent: the records, and the problems of all rows that are not. */
export interface ImportPlan {
  records: readonly SentRecord[]
  problems: readonly RowProblem[]
}

interface CheckStepProps {
  kind: ImportKind
  table: FileTable
  choice: ColumnChoice
  onTable: (table: FileTable) => void
  onBack: () => void
  onImport: (plan: ImportPlan, choice: ColumnChoice) => void
}

/** Checks the file by the rules of the forms, and then by what the organisation already has. Nothing is written. */
function useCheck({ kind, table, choice }: CheckStepProps, decisions: FileDecisions) {
  const { time_zone: timeZone, time_ranges: timeRanges } = useSignedInSession().tenant
  const {
    readsBroken = false,
    ignoresIds = false,
    renames = false,
    alike,
    plansAnew,
    collectsCopays = false,
  } = decisions
  const reading = useMemo(() => ({ ...choice, kind, timeZone, timeRanges }), [choice, kind, timeZone, timeRanges])
  const checked = useMemo(() => {
    const rows = readsBroken ? table.rows.map((row) => ({ ...row, isBroken: false })) : table.rows
    return checkRows({ ...table, rows }, reading, { ignoresIds, renames, alike, collectsCopays })
  }, [table, reading, readsBroken, ignoresIds, renames, alike, collectsCopays])
  const serverDecisions = useMemo(() => ({ renames, alike, plansAnew }), [renames, alike, plansAnew])
  const comparison = useComparison(kind, checked.ready, serverDecisions)
  const { sent, results } = comparison
  const plan = useMemo(() => planOf(checked, sent, results), [checked, sent, results])
  const counts = useMemo((): QuestionCounts => {
    const rowsAsking = (question: ImportQuestion) =>
      checked.ready
        .filter((record) => questionsAbout(record, results, serverDecisions).includes(question))
        .reduce((count, { rows }) => count + rows.length, 0)
    return {
      broken: table.rows.filter(({ isBroken }) => isBroken).length,
      renamed: checked.renamed + rowsAsking('rename'),
      alike: checked.similar + rowsAsking('alike'),
      out: rowsAsking('out'),
      sameDelivery: checked.alike,
      uncollected: plan.records
        .filter(({ uncollected = 0 }) => uncollected > 0)
        .filter((record) => isAdded(record, results)),
    }
  }, [checked, results, serverDecisions, table, plan])
  return { checked, comparison, plan, counts, reading }
}

/** Whether a record creates a delivery. One that exists already keeps what it says about its copay. */
function isAdded(record: SentRecord, results: Results): boolean {
  const result = results.get(resultKey(record))
  return result?.ok === true && result.outcome === 'added'
}

function planOf(checked: CheckedRows, sent: readonly SentRecord[], results: Results) {
  const records: SentRecord[] = []
  const problems = [...checked.problems]
  for (const record of sent) {
    const result = results.get(resultKey(record))
    if (result && !result.ok) problems.push(...problemsOfRefusal(record, result.detail))
    else records.push(record)
  }
  return { records, problems: problems.sort((a, b) => a.row.number - b.row.number) }
}

/**
 * Shows how many rows will be sent, and the problems of the other rows. A problem can be corrected here if it concerns a field that
 * has a column in the file.
 */
export function CheckStep(props: CheckStepProps) {
  const { kind, choice, onTable, onBack, onImport } = props
  const [decisions, setDecisions] = useState<FileDecisions>({})
  const [isMarked, setMarked] = useState(false)
  const table = useDeferredValue(props.table)
  const { checked, comparison, plan, counts, reading } = useCheck({ ...props, table }, decisions)
  const { records, problems } = plan
  const good = records.reduce((count, { rows }) => count + rows.length, 0)
  const bad = table.rows.length - good
  const isOpen = counts.sameDelivery.deliveries > 0 && decisions.ignoresIds === undefined

  function mend(place: ProblemPlace, text: string) {
    const { at, row: mended } = place
    const cell = mendedCell(props.table, reading, place, text.trim())
    const changed = (row: TableRow) => ({ ...row, cells: row.cells.with(at, cell) })
    const padded = (row: TableRow) => ({
      ...row,
      cells: Array.from({ length: Math.max(row.cells.length, at + 1) }, (_, i) => row.cells[i] ?? ''),
    })
    const rows = props.table.rows.map((row) => (row.number === mended.number ? changed(padded(row)) : row))
    onTable({ ...props.table, rows })
  }

  function send() {
    if (isOpen) return setMarked(true)
    const { external_id: _ids, ...columns } = choice.columns
    onImport(plan, decisions.ignoresIds ? { ...choice, columns } : choice)
  }

  return (
    <Card title="Check">
      <LiveRegion role="status">
        <p>
          {good === 1 ? '1 row is ready' : `${good} rows are ready`}
          {good > records.length && ` (${rowsOf(good)}, ${deliveriesOf(records.length)})`}
        </p>
        {bad > 0 && <p>{bad === 1 ? '1 row has problems' : `${bad} rows have problems`}</p>}
      </LiveRegion>
      {!comparison.isDone && !comparison.failure && (
        <ProgressBar
          label="Compared with what is here"
          value={checked.ready.length === 0 ? 1 : comparison.done / checked.ready.length}
          text={`${comparison.done} of ${checked.ready.length} compared with what is here`}
        />
      )}
      <FormAlert>{comparison.failure}</FormAlert>
      <FileNotes kind={kind} table={table} checked={checked} />
      <FileQuestions counts={counts} decisions={decisions} isMarked={isMarked} onChange={setDecisions} />
      <ProblemList kind={kind} columns={choice.columns} problems={problems} names={checked.names} onMend={mend} />
      {bad > 0 && good > 0 && (
        <p className="muted">Rows with problems are left out. You can download them afterward with the reasons.</p>
      )}
      <div className={styles.actions}>
        <Button onClick={onBack}>Back</Button>
        {comparison.failure && <Button onClick={comparison.retry}>Try again</Button>}
        {good > 0 && (
          <Button
            variant="primary"
            busy={!comparison.isDone && !comparison.failure}
            busyText="Comparing..."
            onClick={send}
          >
            Import {rowsOf(good)}
          </Button>
        )}
      </div>
    </Card>
  )
}

/** What the file does not say, and what is done with it. */
function FileNotes({ kind, table, checked }: Pick<CheckStepProps, 'kind' | 'table'> & { checked: CheckedRows }) {
  const { withoutPrescription, extensions } = checked
  return (
    <>
      <HiddenRows table={table} />
      {kind === 'deliveries' && withoutPrescription > 0 && (
        <p>{`${deliveriesOf(withoutPrescription)} ${withoutPrescription === 1 ? 'has' : 'have'} no prescription.`}</p>
      )}
      {extensions > 0 && (
        <p>
          {extensions === 1
            ? '1 phone extension is moved to the access notes.'
            : `${extensions} phone extensions are moved to the access notes.`}
        </p>
      )}
    </>
  )
}
