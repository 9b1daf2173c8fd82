import { useEffect } from 'react'
import { useAddressQuery } from '../../../lib/navigation/use-address-query.ts'
import { useToday } from '../../../lib/session/clock.ts'
import { rememberListFilters } from './last-list.ts'
import { addressParamsOfFilters, applyFilterChange } from './list-filters.ts'
import { type ListFilters, listFiltersFrom } from './list-query.ts'

/** Reads and changes the filters, which are part of the page's address, so that a reload, a link and Back show the same list. */
export function useListFilters() {
  const [params, change] = useAddressQuery()
  const today = useToday()
  useEffect(() => rememberListFilters(params), [params])
  return {
    filters: listFiltersFrom(params, today),
    today,
    changeFilters: (some: Partial<ListFilters>) =>
      change((newest) => addressParamsOfFilters(applyFilterChange(listFiltersFrom(newest, today), some, today), today)),
  }
}
