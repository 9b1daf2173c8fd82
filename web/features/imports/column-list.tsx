import type { ImportKind } from '#shared/model/import.ts'
import { FieldShell } from '../../ui/field-shell.tsx'
import { Select } from '../../ui/select.tsx'
import { fieldLabelOf, type ImportField, importFieldsOf, isIgnoredColumnHead } from './column-heads.ts'
import styles from './imports.module.css'
import { headNames } from './keep-choice.ts'
import { fieldsAt, type MatchedColumns, valuesAt, withFieldsAt } from './match-columns.ts'
import { isJoinedField } from './read-rows.ts'
import type { FileTable } from './read-table.ts'

const leftOut = 'Left out'

/** Columns that have several fields in one cell. */
const severalFields: readonly { label: string; fields: readonly ImportField[] }[] = [
  { label: 'City, State ZIP', fields: ['city', 'state', 'zip_code'] },
  { label: 'City, State', fields: ['city', 'state'] },
  { label: 'Address, City, State ZIP', fields: ['address', 'city', 'state', 'zip_code'] },
  { label: 'Delivery Date and Time', fields: ['delivery_date', 'time_range'] },
]

const groups: readonly { label: string; fields: readonly ImportField[] }[] = [
  { label: 'Prescription', fields: ['rx_number', 'rx_date', 'copay', 'fill_date', 'fill_number'] },
  { label: 'Item', fields: ['sku_number', 'quantity', 'price'] },
]

/** Returns the fields that a column can have, in groups. Each option's value is the list of its fields. */
function optionsOf(kind: ImportKind) {
  const known = importFieldsOf(kind)
  const single = (fields: readonly ImportField[]) =>
    fields.map((field) => ({ value: field, label: fieldLabelOf(kind, field) }))
  const several = severalFields
    .filter(({ fields }) => fields.every((field) => known.includes(field)))
    .map(({ label, fields }) => ({ value: fields.join(' '), label }))
  const later = groups.filter(({ fields }) => fields.every((field) => known.includes(field)))
  const others = known.filter((field) => later.every(({ fields }) => !fields.includes(field)))
  return [
    ...single(others),
    { label: 'Several in one column', options: several },
    ...later.map(({ label, fields }) => ({ label, options: single(fields) })),
  ]
}

/** The number of example values shown for a column, and the maximum length of each in characters. */
const [shownValues, shownLetters] = [3, 60]

interface ColumnListProps {
  kind: ImportKind
  table: FileTable
  /** The choice with which the step began. It decides where a column stands, so that none moves while it is chosen. */
  first: MatchedColumns
  columns: MatchedColumns
  /** Whether the columns that are left out can be chosen at once. */
  isOpen: boolean
  onChange: (columns: MatchedColumns) => void
}

/** All columns of the file: those that have fields, and the others, which are left out. */
export function ColumnList({ kind, table, first, columns, isOpen, onChange }: ColumnListProps) {
  const names = headNames(table)
  const all = names.map((name, at) => ({ name, at }))
  const taken = all.filter(({ at }) => fieldsAt(first, at).length > 0)
  const others = all.filter(({ at }) => fieldsAt(first, at).length === 0)
  const out = all.filter(({ at }) => fieldsAt(columns, at).length === 0)
  const choice = ({ at, name }: { at: number; name: string }) => (
    <ColumnField
      key={at}
      name={name}
      values={valuesAt(table, at)}
      note={noteOf(columns, at, names)}
      kind={kind}
      fields={fieldsAt(columns, at)}
      onChange={(fields) => onChange(withFieldsAt(columns, table, { at, fields }))}
    />
  )
  const choosable = others.filter(({ at }) => !isIgnoredColumnHead(table.heads[at] ?? ''))
  return (
    <>
      <section aria-label="Matched" className={styles.group}>
        <h3>Matched</h3>
        <div className={styles.fields}>{taken.map(choice)}</div>
      </section>
      {others.length > 0 && (
        <section aria-label={leftOut} className={styles.group}>
          <h3>{leftOut}</h3>
          {out.length > 0 && <p className={styles.values}>{`${leftOut}: ${out.map(({ name }) => name).join(', ')}`}</p>}
          {choosable.length > 0 && (
            <details open={isOpen || undefined}>
              <summary>Choose fields for these columns</summary>
              <div className={styles.fields}>{choosable.map(choice)}</div>
            </details>
          )}
        </section>
      )}
    </>
  )
}

/** Says how a column goes together with an earlier column of the same field. */
function noteOf(columns: MatchedColumns, at: number, names: readonly string[]): string {
  for (const field of fieldsAt(columns, at)) {
    const own = columns[field] ?? []
    const before = own[own.indexOf(at) - 1]
    if (before === undefined) continue
    return isJoinedField(field) ? `Added after ${names[before]}` : `Used where ${names[before]} is empty`
  }
  return ''
}

interface ColumnFieldProps {
  name: string
  values: readonly string[]
  note: string
  kind: ImportKind
  fields: readonly ImportField[]
  onChange: (fields: readonly ImportField[]) => void
}

/** The choice of a column's field, with the column's first values. */
function ColumnField({ name, values, note, kind, fields, onChange }: ColumnFieldProps) {
  const known = importFieldsOf(kind)
  const examples = values.slice(0, shownValues).map((value) => value.slice(0, shownLetters))
  const hints = [note, examples.join(' · ') || 'No values'].filter(Boolean)
  return (
    <FieldShell label={name} hint={<span className={styles.values}>{hints.join(' · ')}</span>}>
      {(control) => (
        <Select
          control={control}
          placeholder={leftOut}
          options={optionsOf(kind)}
          value={fields.toSorted((a, b) => known.indexOf(a) - known.indexOf(b)).join(' ')}
          onChange={(value) => onChange(known.filter((field) => value.split(' ').includes(field)))}
        />
      )}
    </FieldShell>
  )
}
