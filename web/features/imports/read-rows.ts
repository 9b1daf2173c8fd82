import type { ImportKind } from '#shared/model/import.ts'
import { objectKeys } from '#shared/model/shapes.ts'
import { isShortenedNumber, shortenedNumberText } from '#shared/rules/external-ids.ts'
import { stateCode } from '#shared/rules/states.ts'
import type { OfferedTimeRange } from '#shared/rules/time-ranges.ts'
import { type ImportField, importFieldsOf } from './column-heads.ts'
import { type MatchedColumns, valuesAt } from './match-columns.ts'
import { type DateStyle, type DayMonthOrder, dateStyleOf, isDay, readDayCell, startMoment } from './read-dates.ts'
import { type NumberStyle, numberStyleOf, readNumberCell } from './read-numbers.ts'
import { readPlace, readZip } from './read-places.ts'
import type { FileTable, TableRow } from './read-table.ts'
import { isWholeRange, readTimeCell, type TimeStyle, timeStyleOf } from './read-times.ts'
import {
  inOneLine,
  isEmptyWord,
  joinStreet,
  readFlagCell,
  readLanguageCell,
  readNoticesCell,
  readPhoneCell,
} from './read-values.ts'

/** For each field that contains dates, whether the day or the month comes first in them. */
export type DayMonthOrderByField = Partial<Record<(typeof dayFields)[number], DayMonthOrder>>

/** How the cells of a file are read. */
export interface Reading {
  kind: ImportKind
  columns: MatchedColumns
  orders: DayMonthOrderByField
  /** The values of fields that are the same for all rows, because the file has no columns for them. */
  same: Readonly<Record<string, unknown>>
  /** The time zone of the organisation. */
  timeZone: string
  /** The time ranges that the organisation offers. */
  timeRanges: readonly OfferedTimeRange[]
}

/** A problem of a row: the field, if it concerns one, and the message for the user. */
export interface RowProblem {
  row: TableRow
  field: ImportField | undefined
  words: string
}

/** The values of a row by field. Fields of empty cells are missing. */
export type RowValues = Partial<Record<ImportField, unknown>>

/** A row of the file, its values, and the problems of the cells that cannot be read. */
export interface ReadRow {
  row: TableRow
  values: RowValues
  problems: readonly RowProblem[]
  /** The fields that the problems are about. The schema need not say that they are missing. */
  unread: ReadonlySet<ImportField>
}

export const flagFields: readonly ImportField[] = [
  ...(['is_business_address', 'require_photo_id', 'refrigerated', 'collect_copay', 'signature_required'] as const),
  ...(['hipaa_form', 'lien_form', 'nf_aob_form', 'known_patient'] as const),
]
export const dayFields = ['delivery_date', 'rx_date', 'fill_date'] as const satisfies readonly ImportField[]
export const noteFields: readonly ImportField[] = ['access_notes', 'delivery_notes']
const numberFields: readonly ImportField[] = ['copay', 'price', 'quantity', 'fill_number']
const idFields: readonly ImportField[] = ['external_id', 'patient_external_id', 'rx_number', 'sku_number', 'phone']
const wholeNumberFields: readonly ImportField[] = [...idFields, 'zip_code']
/** Matches a whole number that a program took for one with decimals, because other rows had none: `7100001.0`. */
const floatingPoint = /^\d+\.0$/
const nameFields: readonly ImportField[] = [
  ...(['name', 'patient_name', 'first_name', 'middle_name', 'last_name', 'name_suffix'] as const),
]
/** Whether the columns of a field are joined. Otherwise the first that is filled counts. */
export const isJoinedField = (field: ImportField): boolean =>
  ['address', 'apt_suite_building', 'time_range', ...noteFields, ...nameFields].includes(field)

const placeFields = ['address', 'city', 'state', 'zip_code'] as const
const ofOneLine: readonly ImportField[] = [...nameFields, ...noteFields, ...numberFields, ...dayFields, 'time_range']

interface Styles {
  days: Map<ImportField, DateStyle>
  numbers: Map<ImportField, NumberStyle>
  time: TimeStyle
}

/** Finds out from whole columns how their dates, numbers and times are written. */
function stylesOf(table: FileTable, { columns, orders, timeZone, timeRanges }: Reading): Styles {
  const cellsOf = (field: ImportField) => (columns[field] ?? []).flatMap((at) => valuesAt(table, at))
  const own = numberFields.map((field) => numberStyleOf(cellsOf(field)))
  const [beside, other] = new Set(own.filter((style) => style !== undefined))
  const numbers = numberFields.map(
    (field) => [field, numberStyleOf(cellsOf(field), other === undefined ? beside : undefined)] as const,
  )
  const days = dayFields.map((field): [ImportField, DateStyle] => [
    field,
    dateStyleOf(cellsOf(field), orders[field] ?? 'month', timeZone),
  ])
  return {
    days: new Map(days),
    numbers: new Map(numbers),
    time: timeStyleOf(cellsOf('time_range'), { timeZone, timeRanges }),
  }
}

/** Reads the rows of a table. A broken row has no values. */
export function readRows(table: FileTable, reading: Reading): ReadRow[] {
  const styles = stylesOf(table, reading)
  return table.rows.map((row) => {
    const isLonger = row.cells.slice(table.heads.length).some((cell) => cell !== '')
    const whole = (words: string) => ({ row, values: {}, problems: [{ row, field: undefined, words }], unread: none })
    if (row.isBroken) return whole(brokenText)
    if (isOfNobody(row, reading)) return whole('This row has no phone number and no address')
    if (isLonger) return whole('This row has more cells than the header row')
    return new RowReader(row, reading, styles).read()
  })
}

const none: ReadonlySet<ImportField> = new Set()

const whoFields: readonly ImportField[] = ['external_id', 'patient_external_id', 'phone', 'address']

/** The most filled cells of a row with a total or the number of a page. */
const cellsOfTotals = 2

/** Whether a row says nothing of a patient except perhaps a name, as rows with totals or page numbers do. */
function isOfNobody({ cells }: TableRow, { columns, same }: Reading): boolean {
  const filled = (fields: readonly ImportField[]) =>
    fields.filter((field) => same[field] !== undefined || columns[field]?.some((at) => cells[at]))
  const isNamed = filled(nameFields).length > 0
  return filled(whoFields).length === 0 && (!isNamed || filled(objectKeys(columns)).length <= cellsOfTotals)
}

const brokenText = 'This row has a quotation mark that is not closed'

type CellReading = { value: unknown } | { problem: string }

class RowReader {
  private readonly row: TableRow
  private readonly reading: Reading
  private readonly styles: Styles
  private readonly problems: RowProblem[] = []
  private readonly unread = new Set<ImportField>()

  constructor(row: TableRow, reading: Reading, styles: Styles) {
    this.row = row
    this.reading = reading
    this.styles = styles
  }

  read(): ReadRow {
    const place = this.readPlace()
    const values: RowValues = {}
    for (const field of importFieldsOf(this.reading.kind)) {
      const text = place[field] ?? this.textOf(field)
      const value = text === '' ? this.reading.same[field] : this.valueOf(field, text, place)
      if (value !== undefined) values[field] = value
    }
    return { row: this.row, values, problems: this.problems, unread: this.unread }
  }

  /** Returns the text of a field: that of its column, or what its columns say together. '' if they are empty. */
  private textOf(field: ImportField): string {
    const all = (this.reading.columns[field] ?? []).map((at) => {
      const cell = inOneLine(this.row.cells[at] ?? '', ofOneLine.includes(field) ? ' ' : ', ')
      return isEmptyWord(cell) && !nameFields.includes(field) ? '' : cell
    })
    const cells = all.filter((cell) => cell !== '')
    if (nameFields.includes(field)) return cells.join(' ')
    if (field === 'address') return joinStreet(cells)
    // An end without its start is not the start of a time range.
    if (field === 'time_range' && isWholeRange(all[0] ?? '', this.styles.time)) return all[0] ?? ''
    if (field === 'time_range' && cells.length > 0) return (all[0] ? cells : all).join(' to ').trim()
    return isJoinedField(field) ? [...new Set(cells)].join(', ') : (cells[0] ?? '')
  }

  /** Takes a place apart that stands in one column: city and state, perhaps with the ZIP code and the street. */
  private readPlace(): Partial<Record<ImportField, string>> {
    const { columns } = this.reading
    const at = columns.city?.[0]
    const fields = placeFields.filter((field) => at !== undefined && columns[field]?.includes(at))
    const cell = at === undefined ? '' : (this.row.cells[at] ?? '')
    if (fields.length < 2 || cell === '' || isEmptyWord(cell)) return {}
    const hasStreet = fields.includes('address')
    const place = readPlace(cell, hasStreet ? 'street' : 'city')
    if (!place) {
      const words = hasStreet ? 'This is not a street, city, state and ZIP code.' : 'This is not a city and a state.'
      this.report(hasStreet ? 'address' : 'city', words, fields)
    }
    return Object.fromEntries(fields.map((field) => [field, place?.[field] ?? '']))
  }

  private valueOf(field: ImportField, text: string, place: Partial<Record<ImportField, string>>): unknown {
    const state = place.state ?? this.textOf('state')
    const found = this.cellOf(field, text, state === '' ? String(this.reading.same.state ?? '') : state)
    if ('value' in found) return found.value
    this.report(field, found.problem)
    return undefined
  }

  private report(field: ImportField, words: string, fields: readonly ImportField[] = [field]) {
    this.problems.push({ row: this.row, field, words })
    for (const one of fields) this.unread.add(one)
  }

  private cellOf(field: ImportField, text: string, state: string): CellReading {
    const { days, numbers, time } = this.styles
    if (wholeNumberFields.includes(field) && floatingPoint.test(text))
      return this.cellOf(field, text.slice(0, -2), state)
    if (idFields.includes(field) && isShortenedNumber(text)) return { problem: shortenedNumberText }
    if (flagFields.includes(field)) return { value: readFlagCell(text) }
    if (field === 'phone') return { value: readPhoneCell(text) }
    const style = days.get(field)
    if (style) return { value: readDayCell(text, style) }
    if (numberFields.includes(field)) return readNumberCell(text, numbers.get(field))
    if (field === 'time_range') return readTimeCell(text, time)
    if (field === 'language') return { value: readLanguageCell(text) }
    if (field === 'notices') return { value: readNoticesCell(text) }
    if (field === 'state') return { value: stateCode(text) ?? text }
    return field === 'zip_code' ? readZip(text, state) : { value: text }
  }
}

/** Where a problem stands: `at` is the column of the cell that is corrected. */
export interface ProblemPlace {
  row: TableRow
  field: ImportField | undefined
  at: number
}

/**
 * Returns what goes into the cell of a problem when the user corrects it. If the cell also gives the delivery date and the correction
 * is a time alone, the date stays before it.
 */
export function mendedCell(table: FileTable, reading: Reading, { row, field, at }: ProblemPlace, text: string): string {
  const { days, time } = stylesOf(table, reading)
  const style = days.get('delivery_date')
  const givesDay = field === 'time_range' && reading.columns.delivery_date?.includes(at)
  if (!givesDay || !style || isDay(text)) return text
  const cell = row.cells[at] ?? ''
  const { date, offset } = startMoment(cell)
  const day = offset ? readDayCell(cell, style) : date
  const found = readTimeCell(text, time)
  const forms = 'value' in found ? [text, found.value.replace('-', ' - ')] : [text]
  return forms.map((form) => `${day} ${form}`).find(isDay) ?? text
}
