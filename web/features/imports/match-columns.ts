import type { ImportKind } from '#shared/model/import.ts'
import { objectKeys } from '#shared/model/shapes.ts'
import {
  columnsFor,
  facilityFact,
  fieldLabelOf,
  type ImportField,
  importFieldsOf,
  isHouseNumberHead,
  isIgnoredColumnHead,
  placeFieldsOf,
  windowColumns,
} from './column-heads.ts'
import { hasTimeOfDay, isDay, readDayCell } from './read-dates.ts'
import { readNumberCell } from './read-numbers.ts'
import { isFullAddress } from './read-places.ts'
import type { FileTable } from './read-table.ts'
import { readFlagCell } from './read-values.ts'

/** For each field that is in the file, the indexes of its columns, in the order in which they are read. */
export type MatchedColumns = Partial<Record<ImportField, readonly number[]>>

/** The values of a column that are not empty. */
export const valuesAt = ({ rows }: Pick<FileTable, 'rows'>, at: number): string[] =>
  rows.map(({ cells }) => cells[at] ?? '').filter((cell) => cell !== '')

/**
 * Recognises columns by their heads. Each column has one field, or several if it has a place, or a day with its time, in one cell. A
 * file may have several columns of phone numbers, the best of which comes first, and of what follows the street in an address.
 */
export function matchColumns(kind: ImportKind, table: Pick<FileTable, 'heads' | 'rows'>): MatchedColumns {
  const { heads } = table
  const taken = new Set<number>()
  const columns: MatchedColumns = {}
  const take = (field: ImportField, found: readonly number[]) => {
    if (found.length === 0) return
    columns[field] = found
    for (const at of found) taken.add(at)
  }
  for (const field of importFieldsOf(kind)) {
    const free = columnsOf(kind, field, table).filter((at) => !taken.has(at))
    if (field === 'phone') take(field, free)
    else if (field === 'apt_suite_building')
      take(
        field,
        free.toSorted((a, b) => a - b),
      )
    else take(field, free.slice(0, 1))
  }
  for (const [at, head] of heads.entries()) {
    const fields = placeFieldsOf(head).filter((field) => importFieldsOf(kind).includes(field))
    if (!taken.has(at) && fields.every((field) => !columns[field])) for (const field of fields) take(field, [at])
  }
  const free = (at: number) => !taken.has(at)
  // The address of a nursing home is its residents' if the file has no other.
  const homes = heads.map((head) => facilityFact(head) ?? '')
  if (!columns.address)
    for (const field of facilityFields)
      if (!columns[field]) take(field, columnsFor(kind, field, homes).filter(free).slice(0, 1))
  if (!columns.time_range) take('time_range', windowColumns(heads).filter(free))
  const house = heads.findIndex((head, at) => free(at) && isHouseNumberHead(head))
  if (columns.address && house >= 0) take('address', [house, ...columns.address])
  const { quantity: _quantity, price: _price, ...withoutItems } = columns
  return { ...(columns.sku_number ? columns : withoutItems), ...columnsByContent(columns, table) }
}

/**
 * Returns the columns for a field by their heads. A column of cash to collect has either amounts or yes and no, and one of numbers
 * alone, such as those of orders, has no names.
 */
function columnsOf(kind: ImportKind, field: ImportField, table: Pick<FileTable, 'heads' | 'rows'>): number[] {
  const found = columnsFor(kind, field, table.heads)
  const hasAmounts = (at: number) => mostAt(table, at, isNumber) && valuesAt(table, at).some(isAmount)
  if (wholeNames.includes(field))
    return found.filter((at) => !mostAt(table, at, (cell) => /^[^\p{L}]*\d[^\p{L}]*$/u.test(cell)))
  if (field === 'collect_copay') return found.filter((at) => !hasAmounts(at))
  if (field !== 'copay') return found
  return [...found, ...columnsFor(kind, 'collect_copay', table.heads).filter(hasAmounts)]
}

/** The part of a column's cells that decides what the column has. Others may be totals or mistakes. */
const decisivePart = 0.75

const mostAt = (table: Pick<FileTable, 'rows'>, at: number | undefined, isSuch: (cell: string) => boolean): boolean => {
  const cells = at === undefined ? [] : valuesAt(table, at)
  return cells.length > 0 && cells.filter(isSuch).length >= cells.length * decisivePart
}

const isNumber = (cell: string) => {
  const read = readNumberCell(cell, undefined)
  return 'value' in read && typeof read.value === 'number'
}

/** Zero and one may also mean no and yes. */
const isAmount = (cell: string) => isNumber(cell) && typeof readFlagCell(cell) === 'string'

const facilityFields = ['address', 'city', 'state', 'zip_code', 'phone'] as const

const wholeNames: readonly ImportField[] = ['name', 'patient_name']

/** Returns the columns whose cells have more than their heads say: a full address, or a day with its time. */
function columnsByContent(columns: MatchedColumns, table: Pick<FileTable, 'heads' | 'rows'>): MatchedColumns {
  const firstOf = (field: ImportField) => columns[field]?.[0]
  const has = (field: ImportField) => columns[field] !== undefined
  const [day, time] = [firstOf('delivery_date'), firstOf('time_range')]
  const hasPlace = (['city', 'state', 'zip_code'] as const).some(has)
  const address = has('address')
    ? firstOf('address')
    : table.heads.findIndex((_, at) => fieldsAt(columns, at).length === 0 && mostAt(table, at, isFullAddress))
  const full = !hasPlace && address !== undefined && mostAt(table, address, isFullAddress) ? [address] : undefined
  return {
    ...(full && { address: full, city: full, state: full, zip_code: full }),
    ...(day !== undefined && !has('time_range') && mostAt(table, day, hasTimeOfDay) && { time_range: [day] }),
    ...(time !== undefined && !has('delivery_date') && mostAt(table, time, isDay) && { delivery_date: [time] }),
  }
}

/**
 * Whether a column that is left out has days other than this one. It may then have the days of the deliveries, so that this day must
 * not be taken for them.
 */
export const hasOtherDays = (
  table: Pick<FileTable, 'heads' | 'rows'>,
  columns: MatchedColumns,
  today: string,
): boolean =>
  table.heads.some(
    (head, at) =>
      !isIgnoredColumnHead(head) &&
      fieldsAt(columns, at).length === 0 &&
      mostAt(table, at, (cell) => /\D|^\d{8}$/.test(cell) && isDay(cell)) &&
      valuesAt(table, at).some((cell) => isDay(cell) && readDayCell(cell) !== today),
  )

/**
 * Gives a column other fields, or none, and takes it from those that it had. A column of times whose cells have days too gives the
 * day of the delivery, unless another column does.
 */
export function withFieldsAt(
  columns: MatchedColumns,
  table: Pick<FileTable, 'rows'>,
  { at, fields }: { at: number; fields: readonly ImportField[] },
): MatchedColumns {
  const others = objectKeys(columns).flatMap((field) => {
    const remaining = columns[field]?.filter((column) => column !== at) ?? []
    return remaining.length > 0 ? [[field, remaining] as const] : []
  })
  const next: MatchedColumns = Object.fromEntries(others)
  const hasDay = fields.includes('time_range') && !next.delivery_date && mostAt(table, at, hasTimeOfDay)
  for (const field of new Set([...fields, ...(hasDay ? (['delivery_date'] as const) : [])]))
    next[field] = [...(next[field] ?? []), at]
  return next
}

/** Returns the fields that a column has. */
export const fieldsAt = (columns: MatchedColumns, at: number): ImportField[] =>
  objectKeys(columns).filter((field) => columns[field]?.includes(at))

const patientNeeds = ['phone', 'address', 'city', 'state', 'zip_code'] as const

/**
 * Returns the required fields to which no column is assigned, by their names. Fields with the same value for all rows are in
 * `same`. An item needs a quantity and a price.
 */
export function missingRequiredFields(
  kind: ImportKind,
  columns: MatchedColumns,
  same: Readonly<Partial<Record<string, unknown>>> = {},
): string[] {
  const has = (field: ImportField) => columns[field] !== undefined || same[field] !== undefined
  const name = kind === 'deliveries' ? 'patient_name' : 'name'
  const isNamed = has(name) || (has('first_name') && has('last_name'))
  const needed: readonly ImportField[] = [
    ...(kind === 'deliveries' ? (['delivery_date', 'time_range'] as const) : []),
    ...(isNamed ? [] : ([name] as const)),
    ...patientNeeds,
    ...(columns.sku_number ? (['quantity', 'price'] as const) : []),
  ]
  return needed.filter((field) => !has(field)).map((field) => fieldLabelOf(kind, field))
}

/** Returns the columns with facts of prescriptions whose numbers have no column. Without its number, a prescription cannot be stored. */
export const columnsWithoutRxNumber = (columns: MatchedColumns): number[] =>
  columns.rx_number
    ? []
    : (['copay', 'rx_date', 'fill_date', 'fill_number'] as const).flatMap((field) => columns[field] ?? [])

/** Whether a file may have rows about records that are here already. Their required fields need no columns. */
export const hasIds = (kind: ImportKind, columns: MatchedColumns): boolean =>
  columns.external_id !== undefined || (kind === 'deliveries' && columns.patient_external_id !== undefined)
