import * as z from 'zod/mini'
import { newDelivery } from '#shared/model/delivery-form.ts'
import { type ImportKind, importedDelivery } from '#shared/model/import.ts'
import { newPatient, patientEdit } from '#shared/model/patient.ts'
import { fieldLabelOf, type ImportField, type MatchedColumns } from './match-columns.ts'
import type { FileTable, TableRow } from './read-table.ts'
import {
  type DayMonthOrder,
  readDayCell,
  readFlagCell,
  readLanguageCell,
  readNumberCell,
  readTimeSlotCell,
  readZipCell,
} from './read-values.ts'

/** `row` is a record to import; `rows` are the rows of the file from which the record was made. */
export interface ReadyRecord {
  row: object
  rows: readonly TableRow[]
}

/** A problem of a row: the field, if it concerns one, and the message for the user. */
export interface RowProblem {
  row: TableRow
  field: ImportField | undefined
  words: string
}

export interface CheckedRows {
  ready: readonly ReadyRecord[]
  problems: readonly RowProblem[]
}

/** For each field that contains dates, whether the day or the month comes first in them. */
export type DayMonthOrderByField = Partial<Record<ImportField, DayMonthOrder>>

interface Reading {
  kind: ImportKind
  columns: MatchedColumns
  orders: DayMonthOrderByField
}

const flagFields: readonly ImportField[] = [
  'is_business_address',
  'require_photo_id',
  'refrigerated',
  'collect_copay',
  'signature_required',
  'hipaa_form',
  'lien_form',
  'nf_aob_form',
]
export const dayFields: readonly ImportField[] = ['delivery_date', 'rx_date', 'fill_date']
const numberFields: readonly ImportField[] = ['copay', 'price', 'quantity', 'fill_number']

/** Returns the value of a field in a row, or undefined if the cell is empty or no column is assigned to the field. */
function valueAt({ columns, orders }: Reading, { cells }: TableRow, field: ImportField): unknown {
  const at = columns[field]
  const cell = at === undefined ? '' : (cells[at] ?? '')
  if (cell === '') return undefined
  if (flagFields.includes(field)) return readFlagCell(cell)
  if (dayFields.includes(field)) return readDayCell(cell, orders[field])
  if (numberFields.includes(field)) return readNumberCell(cell)
  if (field === 'time_range') return readTimeSlotCell(cell)
  if (field === 'language') return readLanguageCell(cell)
  return field === 'zip_code' ? readZipCell(cell) : cell
}

const withoutNothing = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

const valuesOf = (reading: Reading, row: TableRow, fields: readonly ImportField[]) =>
  withoutNothing(Object.fromEntries(fields.map((field) => [field, valueAt(reading, row, field)])))

const patientDetailFields = [
  ...(['phone', 'email', 'address', 'apt_suite_building', 'city', 'state', 'zip_code'] as const),
  ...(['is_business_address', 'access_notes'] as const),
] satisfies readonly ImportField[]

function patientOf(reading: Reading, row: TableRow): Record<string, unknown> {
  const isPatient = reading.kind === 'patients'
  const text = (field: ImportField) => valueAt(reading, row, field)
  const parts = [text('first_name'), text('last_name')].filter((part) => part !== undefined)
  const name = text(isPatient ? 'name' : 'patient_name') ?? (parts.length > 0 ? parts.join(' ') : undefined)
  const external_id = text(isPatient ? 'external_id' : 'patient_external_id')
  return withoutNothing({ external_id, name, ...valuesOf(reading, row, patientDetailFields) })
}

/** Makes records from the rows of a file and validates them, before anything is sent. Sorts the problems by row. */
export function checkRows(table: FileTable, reading: Reading): CheckedRows {
  const ready: ReadyRecord[] = []
  const problems: RowProblem[] = []
  const whole = table.rows.filter((row) => {
    const isLonger = row.cells.slice(table.heads.length).some((cell) => cell !== '')
    if (isLonger) problems.push({ row, field: undefined, words: 'This row has more cells than the header row' })
    return !isLonger
  })
  const groups = reading.kind === 'patients' ? whole.map((row) => [row]) : deliveriesIn(whole, reading)
  for (const rows of groups) {
    const found = reading.kind === 'patients' ? patientRow(rows, reading) : deliveryRow(rows, reading)
    if ('row' in found) ready.push(found)
    else problems.push(...found.problems)
  }
  problems.sort((a, b) => a.row.number - b.row.number)
  return { ready, problems }
}

type RowCheck = ReadyRecord | { problems: readonly RowProblem[] }

function patientRow(rows: readonly TableRow[], reading: Reading): RowCheck {
  const patient = patientOf(reading, firstOf(rows))
  const schema = patient.external_id === undefined ? newPatient() : patientEdit()
  const { error } = z.safeParse(schema, patient)
  return error ? { problems: problemsOf(error, rows) } : { row: patient, rows }
}

/**
 * Groups the rows that form one delivery: those with the same external id or, if they have none, those of the same patient for the
 * same day and time slot.
 */
function deliveriesIn(rows: readonly TableRow[], reading: Reading): TableRow[][] {
  const keyOf = (row: TableRow) => {
    const external = valueAt(reading, row, 'external_id')
    if (external !== undefined) return `name ${String(external)}`
    const { external_id, name, phone, zip_code } = patientOf(reading, row)
    const who = external_id ?? (name && phone && zip_code && [name, phone, zip_code].map(bareOf).join('|'))
    const when = [valueAt(reading, row, 'delivery_date'), valueAt(reading, row, 'time_range')]
    return who === undefined || when.includes(undefined) ? `row ${row.number}` : `time ${[who, ...when].join('|')}`
  }
  return [...Map.groupBy(rows, keyOf).values()]
}

const bareOf = (value: unknown) =>
  String(value)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

const ofOneDelivery = [
  ...(['delivery_date', 'time_range', 'language', 'delivery_notes', 'require_photo_id', 'refrigerated'] as const),
  ...(['collect_copay', 'signature_required', 'hipaa_form', 'lien_form', 'nf_aob_form'] as const),
] satisfies readonly ImportField[]
const rxFields = ['rx_number', 'rx_date', 'copay', 'fill_date', 'fill_number'] satisfies readonly ImportField[]
const skuFields = ['sku_number', 'quantity', 'price'] satisfies readonly ImportField[]

function deliveryRow(rows: readonly TableRow[], reading: Reading): RowCheck {
  const differing = differencesIn(rows, reading)
  if (differing.length > 0) return { problems: differing }
  // Merge a delivery's rows, because a value in one of them need not be repeated in the others.
  const merged = (read: (row: TableRow) => Record<string, unknown>) => Object.assign({}, ...rows.toReversed().map(read))
  const { external_id: named, ...described } = merged((row) => patientOf(reading, row))
  const isDescribed = Object.keys(described).length > 0 || named === undefined
  const rx = linesIn(rows, reading, rxFields)
  const sku = linesIn(rows, reading, skuFields)
  const row = withoutNothing({
    ...merged((row) => valuesOf(reading, row, ['external_id', ...ofOneDelivery])),
    ...(isDescribed
      ? { patient: withoutNothing({ external_id: named, ...described }) }
      : { patient_external_id: named }),
    ...(rx.values.length > 0 && { rx_information: rx.values }),
    ...(sku.values.length > 0 && { sku_information: sku.values }),
  })
  const { error } = z.safeParse(deliverySchema(row, isDescribed, named), row)
  return error
    ? { problems: problemsOf(error, rows, { rx_information: rx.rows, sku_information: sku.rows }) }
    : { row, rows }
}

/**
 * Returns the schema of a delivery. A record with the external id of a delivery or patient may lack fields of that delivery or
 * patient, which may already exist. If it does not exist, the server reports the missing fields.
 */
function deliverySchema(row: { external_id?: unknown }, isDescribed: boolean, named: unknown) {
  if (row.external_id !== undefined) return importedDelivery()
  const fresh = z.omit(newDelivery(), { patient_id: true })
  return isDescribed ? z.extend(fresh, { patient: named === undefined ? newPatient() : patientEdit() }) : fresh
}

/** Returns the prescriptions or items of a delivery as `values`, and the row of the file in which each was found as `rows`. */
function linesIn(rows: readonly TableRow[], reading: Reading, fields: readonly ImportField[]) {
  const lines = rows
    .map((row) => ({ row, value: valuesOf(reading, row, fields) }))
    .filter(({ value }) => Object.keys(value).length > 0)
  return { values: lines.map(({ value }) => value), rows: lines.map(({ row }) => row) }
}

/**
 * Returns a problem for each patient name, patient id, delivery date or time slot in which a row differs from the first row of its
 * delivery. Letter case and punctuation make no difference, nor do empty cells. Other values may differ: `deliveryRow` takes them
 * from the first row that has them.
 */
function differencesIn(rows: readonly TableRow[], reading: Reading): RowProblem[] {
  const first = firstOf(rows)
  const shared = valueAt(reading, first, 'external_id') === undefined ? 'patient_external_id' : 'external_id'
  const fields: readonly ImportField[] = ['patient_name', 'patient_external_id', 'delivery_date', 'time_range']
  return rows.flatMap((row) =>
    fields
      .filter((field) => {
        const [value, other] = [valueAt(reading, row, field), valueAt(reading, first, field)]
        return value !== undefined && other !== undefined && bareOf(value) !== bareOf(other)
      })
      .map((field) => ({
        row,
        field,
        words: `Differs from row ${first.number}, which has the same ${fieldLabelOf('deliveries', shared)}`,
      })),
  )
}

function firstOf(rows: readonly TableRow[]): TableRow {
  const [first] = rows
  if (!first) throw new Error('A delivery has at least one row')
  return first
}

const isField = (step: unknown, kinds: readonly string[]): step is ImportField => kinds.includes(String(step))
const everyField: readonly string[] = [
  ...[
    'external_id',
    'patient_external_id',
    'name',
    ...patientDetailFields,
    ...ofOneDelivery,
    ...rxFields,
    ...skuFields,
  ],
]

/** Returns the problems that a schema reports, each with its row and, if it concerns a single field, with that field. */
function problemsOf(
  error: z.core.$ZodError,
  rows: readonly TableRow[],
  lines: Readonly<Record<string, readonly TableRow[]>> = {},
): RowProblem[] {
  return error.issues.map(({ path, message }) => {
    const [first, at] = path
    const row = lines[String(first)]?.[Number(at)] ?? firstOf(rows)
    const last = path.findLast((step) => typeof step === 'string')
    const name = last === 'name' && first === 'patient' ? 'patient_name' : last
    return { row, field: isField(name, [...everyField, 'patient_name']) ? name : undefined, words: message }
  })
}
