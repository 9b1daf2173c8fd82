import * as z from 'zod/mini'
import { newDelivery } from '#shared/model/delivery-form.ts'
import { importedDelivery, otherNameText } from '#shared/model/import.ts'
import { newPatient, patientEdit } from '#shared/model/patient.ts'
import { objectKeys } from '#shared/model/shapes.ts'
import { withoutLeadingZeros } from '#shared/rules/external-ids.ts'
import { toCents, toDollars } from '#shared/rules/money.ts'
import { splitPhoneExtension } from '#shared/rules/phone-number.ts'
import { bareText } from '#shared/rules/search.ts'
import { fieldLabelOf, type ImportField, importFieldsOf } from './column-heads.ts'
import { groupRows, type IdRules, otherNames } from './group-rows.ts'
import {
  flagFields,
  noteFields,
  type Reading,
  type ReadRow,
  type RowProblem,
  type RowValues,
  readRows,
} from './read-rows.ts'
import type { FileTable, TableRow } from './read-table.ts'
import { rxLinesIn, skuLinesIn } from './record-lines.ts'
import { nameIn, patientDetailFields, patientIn, pickValues, withoutExtension, withoutNothing } from './row-values.ts'
import { findSimilarPatients } from './similar-patients.ts'

/** `row` is a record to import; `rows` are the rows of the file from which the record was made. */
export interface ReadyRecord {
  row: object
  rows: readonly TableRow[]
  /** The rows of the record's prescriptions and items. */
  lines?: LineRows
  /** Dollars of copays for which the file does not say whether drivers collect them. */
  uncollected?: number
}

type LineRows = Readonly<Record<string, readonly TableRow[]>>

export interface CheckedRows {
  ready: readonly ReadyRecord[]
  problems: readonly RowProblem[]
  /** The name of the patient of each row that has one, by the row's number. */
  names: ReadonlyMap<number, string>
  /** How many rows have a phone number with an extension. */
  extensions: number
  /** How many deliveries have no prescription. */
  withoutPrescription: number
  /** How many rows have different IDs although they look like one delivery, and like how many. */
  alike: { rows: number; deliveries: number }
  /** How many rows have an ID that belongs to another name in an earlier row. */
  renamed: number
  /** How many rows describe someone who may be the patient of an earlier row. */
  similar: number
}

/** Makes records from the rows of a file and validates them, before anything is sent. Sorts the problems by row. */
export function checkRows(table: FileTable, reading: Reading, decisions: IdRules = {}): CheckedRows {
  const { kind } = reading
  const read = readRows(table, reading)
  const whole = read.filter(({ problems }) => problems.every(({ field }) => field !== undefined))
  const similar = findSimilarPatients(whole, kind)
  const isOne = decisions.alike === 'same_patient'
  const readable = isOne ? whole.map((row) => similar.unified.get(row) ?? row) : whole
  const renamed = otherNames(readable, kind === 'patients' ? ['external_id'] : ['external_id', 'patient_external_id'], {
    nameOf: (values) => nameIn(kind, values),
    words: otherNameText,
  })
  const problems = [
    ...read.flatMap((row) => row.problems),
    ...(decisions.renames ? [] : renamed),
    ...(decisions.alike ? [] : similar.problems),
  ]
  const { groups, alike } =
    kind === 'patients'
      ? { groups: readable.map((row) => [row]), alike: { rows: 0, deliveries: 0 } }
      : groupRows(readable, decisions)
  const ready: ReadyRecord[] = []
  for (const group of groups) {
    const isAmong = (found: readonly RowProblem[]) => found.some(({ row }) => group.some((one) => one.row === row))
    const alike = isAmong(similar.problems) ? decisions.alike : undefined
    const made = recordOf(group, reading, { ...decisions, alike, renames: isAmong(renamed) })
    problems.push(...made.problems)
    const wrong = problems.filter(({ row }) => group.some((one) => one.row === row))
    const rows = group.map(({ row }) => row)
    if (wrong.length === 0) ready.push({ ...made, rows })
    else problems.push(...heldBack(rows, wrong))
  }
  problems.sort((a, b) => a.row.number - b.row.number)
  const names = read.map(({ row, values }) => [row.number, nameIn(kind, values)] as const)
  return {
    ready,
    problems,
    names: new Map(names.flatMap(([number, name]) => (name === undefined ? [] : [[number, name]]))),
    extensions: read.filter(({ values }) => splitPhoneExtension(String(values.phone ?? ''))).length,
    withoutPrescription: kind === 'patients' ? 0 : ready.filter(({ row }) => !('rx_information' in row)).length,
    alike,
    renamed: renamed.length,
    similar: similar.problems.length,
  }
}

/** A delivery is imported as a whole, so a problem of one of its rows holds the others back. */
function heldBack(rows: readonly TableRow[], wrong: readonly RowProblem[]): RowProblem[] {
  const [first] = wrong
  const numbers = new Set(wrong.map(({ row }) => row.number))
  return rows
    .filter(({ number }) => first && !numbers.has(number))
    .map((row) => ({
      row,
      field: undefined,
      words: `This row is of the same delivery as row ${first?.row.number}, which has a problem`,
    }))
}

interface MadeRecord {
  row: object
  lines?: LineRows
  uncollected?: number
  problems: readonly RowProblem[]
}

const recordOf = (rows: readonly ReadRow[], reading: Reading, decisions: IdRules): MadeRecord =>
  reading.kind === 'patients' ? patientRecord(rows, decisions) : deliveryRecord(rows, reading, decisions)

/** Says of a record that it describes someone else than the one who looks alike. */
const isSomeoneElse = ({ alike }: IdRules) => alike === 'new_patient' || undefined

function patientRecord(rows: readonly ReadRow[], decisions: IdRules): MadeRecord {
  const { renames } = decisions
  const patient = patientIn('patients', mergedValues(rows))
  const schema = patient.external_id === undefined ? newPatient() : patientEdit()
  const { error } = z.safeParse(schema, withoutExtension(patient))
  const row = withoutNothing({ ...patient, rename: renames || undefined, new_patient: isSomeoneElse(decisions) })
  return { row, problems: problemsOf(error, rows) }
}

const ofOneDelivery = [
  ...(['delivery_date', 'time_range', 'language', 'delivery_notes', 'require_photo_id', 'refrigerated'] as const),
  ...(['collect_copay', 'signature_required', 'hipaa_form', 'lien_form', 'nf_aob_form'] as const),
] satisfies readonly ImportField[]

function deliveryRecord(rows: readonly ReadRow[], { same }: Reading, decisions: IdRules): MadeRecord {
  const values = mergedValues(decisions.renames ? rows.toReversed() : rows)
  const { external_id: named, ...described } = patientIn('deliveries', values)
  const isDescribed = Object.keys(described).length > 0 || named === undefined
  const [rx, sku] = [rxLinesIn(rows), skuLinesIn(rows)]
  const patient = withoutNothing({ external_id: named, ...described })
  const copays = rx.reduce((sum, { line }) => sum + (typeof line.copay === 'number' ? toCents(line.copay) : 0), 0)
  const uncollected = values.collect_copay === undefined ? toDollars(copays) : 0
  const row = withoutNothing({
    external_id: decisions.ignoresIds ? undefined : values.external_id,
    ...pickValues(values, ofOneDelivery),
    ...(uncollected > 0 && decisions.collectsCopays && { collect_copay: true }),
    pharmacist_id: same.pharmacist_id,
    ...(isDescribed ? { patient } : { patient_external_id: named }),
    ...(rx.length > 0 && { rx_information: rx.map(({ line }) => line) }),
    ...(sku.length > 0 && { sku_information: sku.map(({ line }) => line) }),
    rename: decisions.renames || undefined,
    new_patient: isSomeoneElse(decisions),
  })
  const checked = isDescribed ? { ...row, patient: withoutExtension(patient) } : row
  const { error } = z.safeParse(deliverySchema(row, isDescribed, named), checked)
  const lines = { rx_information: rx.map((one) => one.row), sku_information: sku.map((one) => one.row) }
  return { row, lines, uncollected, problems: [...differencesIn(rows, decisions), ...problemsOf(error, rows, lines)] }
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

/**
 * Merges the values of the rows of one delivery, because a value in one of them need not be repeated in the others. What one row
 * needs, the delivery needs, and it has the notes of all rows.
 */
function mergedValues(rows: readonly ReadRow[]): RowValues {
  const merged: RowValues = {}
  for (const { values } of rows)
    for (const field of objectKeys(values)) {
      const [before, value] = [merged[field], values[field]]
      if (before === undefined || (flagFields.includes(field) && before === false)) merged[field] = value
      else if (noteFields.includes(field) && !String(before).includes(String(value)))
        merged[field] = `${before}; ${value}`
    }
  return merged
}

/** The fields that are the same in all rows of one delivery. */
const sharedFields: readonly ImportField[] = [
  ...(['patient_external_id', 'delivery_date', 'time_range', 'language'] as const),
  ...patientDetailFields.filter((field) => !flagFields.includes(field) && !noteFields.includes(field)),
]

const comparable = (value: unknown) => withoutLeadingZeros(bareText(String(value)))

/** Returns a problem for each value in which a row differs from an earlier row of its delivery. Case and punctuation don't count. */
function differencesIn(rows: readonly ReadRow[], { ignoresIds }: IdRules): RowProblem[] {
  const [top] = rows
  const shared = (['external_id', 'patient_external_id'] as const).find(
    (field) => top?.values[field] !== undefined && !(ignoresIds && field === 'external_id'),
  )
  const why = shared ? `has the same ${fieldLabelOf('deliveries', shared)}` : 'is of the same delivery'
  return sharedFields.flatMap((field) => {
    const filled = rows.filter(({ values }) => values[field] !== undefined)
    const [first, ...others] = filled
    return others
      .filter(({ values }) => first && comparable(values[field]) !== comparable(first.values[field]))
      .map(({ row }) => ({ row, field, words: `Differs from row ${first?.row.number}, which ${why}` }))
  })
}

/** Returns the problems that a schema reports, each with its row and, if it concerns a single field, with that field. */
function problemsOf(error: z.core.$ZodError | undefined, rows: readonly ReadRow[], lines: LineRows = {}): RowProblem[] {
  const [top] = rows
  if (!error || !top) return []
  return error.issues.flatMap(({ path, message }) => {
    const [first, at] = path
    const field = fieldAt(path)
    const own = lines[String(first)]?.[Number(at)]
    const filled = rows.find(({ values }) => field && values[field] !== undefined)
    if (field && rows.some(({ unread }) => unread.has(field))) return []
    return [{ row: own ?? (filled ?? top).row, field, words: message }]
  })
}

/** Returns the problems for which the server rejects a record, and those of the record's other rows. */
export function problemsOfRefusal(
  { rows, lines = {} }: ReadyRecord,
  detail: readonly { loc: readonly (string | number)[]; msg: string }[],
): RowProblem[] {
  const [top] = rows
  if (!top) return []
  const wrong = detail.map(({ loc, msg }) => {
    const [first, at] = loc
    return { row: lines[String(first)]?.[Number(at)] ?? top, field: fieldAt(loc), words: msg }
  })
  return [...wrong, ...heldBack(rows, wrong)]
}

/** Returns the field of a value in a record. */
function fieldAt(path: readonly PropertyKey[]): ImportField | undefined {
  const last = path.findLast((step) => typeof step === 'string')
  const name = last === 'name' && path[0] === 'patient' ? 'patient_name' : last
  const isPatientId = last === 'external_id' && path[0] === 'patient'
  return allFields.find((field) => field === (isPatientId ? 'patient_external_id' : name))
}

const allFields = [...new Set([...importFieldsOf('deliveries'), ...importFieldsOf('patients')])]
