import type { DeliveryRow } from '#shared/model/delivery-row.ts'
import { toCents } from '#shared/rules/money.ts'
import { isOpenStatus } from '#shared/rules/transitions.ts'
import { streetLine } from '../delivery-text.ts'
import type { ListFilters } from './list-query.ts'
import { type SortableColumn, sortedColumn } from './sortable-columns.ts'

type Sortable = string | number

const day = ({ delivery_date, time_range }: DeliveryRow) => `${delivery_date} ${time_range}`

/** What each column of the table is sorted by. */
const sortValues: Readonly<Record<SortableColumn, (row: DeliveryRow) => Sortable>> = {
  patient: ({ patient_name }) => patient_name.toLowerCase(),
  address: (row) => `${row.zip_code} ${streetLine(row)}`.toLowerCase(),
  status: ({ status }) => status,
  date: day,
  time: ({ time_range }) => time_range,
  total: ({ total_copay, total_price }) => toCents(total_copay) + toCents(total_price),
  pharmacist: ({ pharmacist_name }) => pharmacist_name?.toLowerCase() ?? '',
}

const compare = (one: Sortable, other: Sortable) =>
  typeof one === 'string' && typeof other === 'string'
    ? one.localeCompare(other, 'en', { numeric: true })
    : Number(one) - Number(other)

/**
 * Sorts the rows of a list by the chosen column. Without one, the Current tab has what is still to do above what is done, and both
 * lists otherwise keep the order in which they were read.
 */
export function sortRows(rows: readonly DeliveryRow[], { sort, view }: Pick<ListFilters, 'sort' | 'view'>) {
  const column = sortedColumn(sort)
  const sortValueOf = column && sortValues[column]
  const direction = sort.startsWith('-') ? -1 : 1
  if (sortValueOf) return rows.toSorted((one, other) => direction * compare(sortValueOf(one), sortValueOf(other)))
  if (view === 'past') return rows
  return rows.toSorted((one, other) => Number(isOpenStatus(other.status)) - Number(isOpenStatus(one.status)))
}

const words = (text: string) => text.toLowerCase().split(/\s+/).filter(Boolean)

/** Returns a function that selects the rows which the filters of this page want, beside those of the server. Undefined for all. */
export function rowFilterOf({ time, zip, text }: Pick<ListFilters, 'time' | 'zip' | 'text'>) {
  if (!time && !zip && !text) return undefined
  return (row: DeliveryRow) => {
    const searched = `${row.patient_name} ${row.phone} ${streetLine(row)} ${row.city} ${row.zip_code}`.toLowerCase()
    return (
      (!time || row.time_range === time) &&
      row.zip_code.startsWith(zip) &&
      words(text).every((word) => searched.includes(word))
    )
  }
}
