import type { ImportKind } from '#shared/model/import.ts'
import { objectKeys } from '#shared/model/shapes.ts'
import { columnsFor, fieldLabelOf, type ImportField, importFieldsOf, placeFieldsOf } from './column-heads.ts'
import { hasTimeOfDay, isDay } from './read-dates.ts'
import { isFullAddress } from './read-places.ts'
import type { FileTable } from './read-table.ts'

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
    const free = columnsFor(kind, field, heads).filter((at) => !taken.has(at))
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
  return { ...columns, ...sharedColumns(columns, table) }
}

/** Returns the columns that have more than the field of their heads: a full address, or a day with its time. */
function sharedColumns(columns: MatchedColumns, table: Pick<FileTable, 'rows'>): MatchedColumns {
  const firstOf = (field: ImportField) => columns[field]?.[0]
  const has = (field: ImportField) => columns[field] !== undefined
  const every = (at: number | undefined, isSuch: (cell: string) => boolean) => {
    const cells = at === undefined ? [] : valuesAt(table, at)
    return cells.length > 0 && cells.every(isSuch)
  }
  const [address, day, time] = [firstOf('address'), firstOf('delivery_date'), firstOf('time_range')]
  const places = (['city', 'state', 'zip_code'] as const).filter((field) => !has(field))
  return {
    ...(address !== undefined &&
      places.length === 3 &&
      every(address, isFullAddress) && { city: [address], state: [address], zip_code: [address] }),
    ...(day !== undefined && !has('time_range') && every(day, hasTimeOfDay) && { time_range: [day] }),
    ...(time !== undefined && !has('delivery_date') && every(time, isDay) && { delivery_date: [time] }),
  }
}

/** Gives a column other fields, or none, and takes it from those that it had. */
export function withFieldsAt(columns: MatchedColumns, at: number, fields: readonly ImportField[]): MatchedColumns {
  const others = objectKeys(columns).flatMap((field) => {
    const kept = columns[field]?.filter((column) => column !== at) ?? []
    return kept.length > 0 ? [[field, kept] as const] : []
  })
  const next: MatchedColumns = Object.fromEntries(others)
  for (const field of fields) next[field] = [...(next[field] ?? []), at]
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

/** Whether a file may have rows about records that are here already. Their required fields need no columns. */
export const hasIds = (kind: ImportKind, columns: MatchedColumns): boolean =>
  columns.external_id !== undefined || (kind === 'deliveries' && columns.patient_external_id !== undefined)
