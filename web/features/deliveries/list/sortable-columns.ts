// This file imports nothing, because the first code of every page reads the address of the list with it.

const sortableColumns = ['patient', 'address', 'status', 'date', 'time', 'total', 'pharmacist'] as const
export type SortableColumn = (typeof sortableColumns)[number]

export const isSortableColumn = (key: string): key is SortableColumn => sortableColumns.some((column) => column === key)

/** Returns the column that a text names, with `-` before it for the descending order. Undefined if it names none. */
export function sortedColumn(sort: string): SortableColumn | undefined {
  const key = sort.replace(/^-/, '')
  return isSortableColumn(key) ? key : undefined
}
