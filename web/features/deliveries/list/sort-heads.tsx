import { useEffect, useMemo, useRef } from 'react'
import type { DeliveryRow } from '#shared/model/delivery-row.ts'
import { SortButton } from '../../../ui/sort-button.tsx'
import type { TableColumn } from '../../../ui/table.tsx'
import type { ListFilters } from './list-query.ts'
import { isSortableColumn } from './sortable-columns.ts'

export interface ListOrder {
  filters: Pick<ListFilters, 'sort'>
  onChange: (some: Partial<ListFilters>) => void
}

/** Returns the order after a press on a column's head: ascending, then descending, then the list's own. */
const orderAfter = (sort: string, key: string) => (sort === key ? `-${key}` : sort === `-${key}` ? '' : key)

/** Gives columns heads that sort the list. The columns stay the same while the order does, so that no row is redrawn in vain. */
export function useSortHeads(columns: readonly TableColumn<DeliveryRow>[], { filters: { sort }, onChange }: ListOrder) {
  const newest = useRef(onChange)
  useEffect(() => {
    newest.current = onChange
  })
  return useMemo(() => withSortHeads(columns, sort, (next) => newest.current({ sort: next })), [columns, sort])
}

const withSortHeads = (
  columns: readonly TableColumn<DeliveryRow>[],
  sort: string,
  onSort: (sort: string) => void,
): TableColumn<DeliveryRow>[] =>
  columns.map((column) => {
    const { key, head } = column
    if (!isSortableColumn(key)) return column
    const sorted = sort === key ? 'ascending' : sort === `-${key}` ? 'descending' : undefined
    return {
      ...column,
      sorted,
      head: (
        <SortButton sorted={sorted} onPress={() => onSort(orderAfter(sort, key))}>
          {head}
        </SortButton>
      ),
    }
  })
