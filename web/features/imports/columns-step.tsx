import { useState } from 'react'
import { keepColumnChoice, listColumnChoices } from '#shared/api/imports.ts'
import { headingLengthLimit, headingsLimit, type ImportColumns, type ImportKind } from '#shared/model/import.ts'
import { call } from '../../lib/api/call.ts'
import { forgetAnswers, useApiQuery } from '../../lib/api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { RadioChoice } from '../../ui/choice.tsx'
import { FieldShell } from '../../ui/field-shell.tsx'
import { FormAlert } from '../../ui/form-alert.tsx'
import { Select } from '../../ui/select.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './imports.module.css'
import {
  fieldLabelOf,
  type ImportField,
  importFieldsOf,
  isIgnoredColumnHead,
  type MatchedColumns,
  matchColumns,
  missingRequiredFieldLabels,
} from './match-columns.ts'
import type { FileTable } from './read-table.ts'
import { type DayMonthOrder, detectDayMonthOrder } from './read-values.ts'
import { type DayMonthOrderByField, dayFields } from './to-rows.ts'

interface ColumnsStepProps {
  kind: ImportKind
  table: FileTable
  /** The assignment made earlier, if the user returns from the check. */
  columns?: MatchedColumns | undefined
  orders?: DayMonthOrderByField | undefined
  onBack: () => void
  onChosen: (columns: MatchedColumns, orders: DayMonthOrderByField) => void
}

/**
 * The step in which the file's columns are assigned to fields. It begins with the choice that was made earlier for this file or for
 * one with the same heads. Without an earlier choice, it begins with the fields that the heads suggest.
 */
export function ColumnsStep({ kind, table, columns, ...rest }: ColumnsStepProps) {
  const kept = useApiQuery(listColumnChoices, { query: { kind } })
  if (kept.isPending) return <Skeleton label="Loading columns..." />
  // If no earlier choice can be read, the columns are recognised by their heads.
  const chosen = columns ?? keptFor(table, kept.data ?? []) ?? matchColumns(kind, table.heads)
  return <ColumnsChoice {...rest} kind={kind} table={table} columns={chosen} />
}

const notInFile = 'Not in the file'

/** Returns a label for each column: its head. If the head is empty or occurs more than once, the column's number is added. */
const headNames = ({ heads }: FileTable) =>
  heads.map((head, i) => {
    const isOnly = head !== '' && heads.indexOf(head) === heads.lastIndexOf(head)
    return isOnly ? head : [head, `Column ${i + 1}`].filter(Boolean).join(', ')
  })

const keptHeads = (table: FileTable) => headNames(table).map((head) => head.slice(0, headingLengthLimit))

function keptFor(table: FileTable, kept: readonly ImportColumns[]): MatchedColumns | undefined {
  const heads = keptHeads(table)
  const found = kept.find((choice) => JSON.stringify(choice.heads) === JSON.stringify(heads))
  return (
    found &&
    Object.fromEntries(
      Object.entries(found.columns)
        .map(([field, head]) => [field, heads.indexOf(head ?? '')] as const)
        .filter(([, at]) => at >= 0),
    )
  )
}

type ColumnsChoiceProps = ColumnsStepProps & { columns: MatchedColumns }

function ColumnsChoice({ kind, table, columns: found, orders: before = {}, onBack, onChosen }: ColumnsChoiceProps) {
  const [columns, setColumns] = useState(found)
  const [orders, setOrders] = useState(before)
  const [isRefused, setRefused] = useState(false)
  const missing = missingRequiredFieldLabels(kind, columns)
  const open = dayFields.filter((field) => columns[field] !== undefined && !orderIn(table, columns, field))
  const undecided = open.filter((field) => !orders[field])
  const leftOut = table.heads.filter(isIgnoredColumnHead)
  function next() {
    if (missing.length > 0 || undecided.length > 0) return setRefused(true)
    // The import does not wait until the choice is stored. If storing fails, the next file begins as if it had not been made.
    void keep(kind, table, columns).catch(() => undefined)
    const read = Object.fromEntries(dayFields.map((field) => [field, orderIn(table, columns, field) ?? orders[field]]))
    onChosen(columns, read)
  }

  return (
    <Card title="Columns">
      <p className="muted">
        {table.name}: {table.rows.length} {table.rows.length === 1 ? 'row' : 'rows'}
      </p>
      {leftOut.length > 0 && <p>Left out: {leftOut.join(', ')}</p>}
      {missing.length > 0 && !isRefused && <p>{missingText(missing)}</p>}
      {[true, false].map((isFound) => (
        <FieldColumns
          key={String(isFound)}
          title={isFound ? 'Matched' : notInFile}
          fields={importFieldsOf(kind).filter((field) => (found[field] !== undefined) === isFound)}
          labelOf={(field) => fieldLabelOf(kind, field)}
          table={table}
          columns={columns}
          onChange={(field, at) => setColumns(withColumn(columns, field, at))}
        />
      ))}
      {open.map((field) => (
        <RadioChoice<DayMonthOrder>
          key={field}
          label={`${fieldLabelOf(kind, field)}: what comes first in ${openExample(table, columns[field])}?`}
          value={orders[field] ?? ''}
          options={[
            { value: 'month', label: 'The month' },
            { value: 'day', label: 'The day' },
          ]}
          onChange={(order) => setOrders({ ...orders, [field]: order })}
          error={isRefused && !orders[field] ? 'Please choose one' : undefined}
        />
      ))}
      <FormAlert>{isRefused && missing.length > 0 && missingText(missing)}</FormAlert>
      <div className={styles.actions}>
        <Button onClick={onBack}>Back</Button>
        <Button variant="primary" onClick={next}>
          Continue
        </Button>
      </div>
    </Card>
  )
}

const missingText = (missing: readonly string[]) => `Choose a column for: ${missing.join(', ')}`

interface FieldColumnsProps {
  title: string
  fields: readonly ImportField[]
  labelOf: (field: ImportField) => string
  table: FileTable
  columns: MatchedColumns
  onChange: (field: ImportField, at: number | undefined) => void
}

/** The number of example values shown for a column, and the maximum length of each in characters. */
const [shownValues, shownLetters] = [3, 60]

/** A choice of a column for each field, with the column's first values. */
function FieldColumns({ title, fields, labelOf, table, columns, onChange }: FieldColumnsProps) {
  const options = headNames(table).map((label, i) => ({ value: String(i), label }))
  const valuesIn = (at: number | undefined) => (at === undefined ? [] : valuesAt(table, at).slice(0, shownValues))
  return (
    <section aria-label={title} className={styles.group}>
      <h3>{title}</h3>
      <div className={styles.fields}>
        {fields.map((field) => (
          <FieldShell
            key={field}
            label={labelOf(field)}
            hint={
              <span className={styles.values}>
                {valuesIn(columns[field])
                  .map((value) => value.slice(0, shownLetters))
                  .join(' · ')}
              </span>
            }
          >
            {(control) => (
              <Select
                control={control}
                placeholder={notInFile}
                options={options}
                value={columns[field]?.toString() ?? ''}
                onChange={(at) => onChange(field, at === '' ? undefined : Number(at))}
              />
            )}
          </FieldShell>
        ))}
      </div>
    </section>
  )
}

const valuesAt = ({ rows }: FileTable, at: number) =>
  rows.map(({ cells }) => cells[at] ?? '').filter((cell) => cell !== '')

const orderIn = (table: FileTable, columns: MatchedColumns, field: ImportField) => {
  const at = columns[field]
  return at === undefined ? undefined : detectDayMonthOrder(valuesAt(table, at))
}

const openExample = (table: FileTable, at: number | undefined) =>
  at === undefined ? '' : valuesAt(table, at).find((cell) => !detectDayMonthOrder([cell]))

/** Assigns the column `at` to a field, and takes it from the field that had it. With undefined, the field loses its column. */
function withColumn(columns: MatchedColumns, field: ImportField, at: number | undefined): MatchedColumns {
  const others = Object.entries(columns).filter(([name, taken]) => name !== field && taken !== at)
  return Object.fromEntries(at === undefined ? others : [...others, [field, at]])
}

async function keep(kind: ImportKind, table: FileTable, columns: MatchedColumns) {
  const heads = keptHeads(table)
  if (heads.length > headingsLimit) return
  const named = Object.entries(columns).map(([field, at]) => [field, heads[at] ?? ''])
  await call(keepColumnChoice, { body: { kind, heads, columns: Object.fromEntries(named) } })
  // Forget the cached choices, so that the next file reads the stored ones.
  forgetAnswers(listColumnChoices)
}
