import { useEffect } from 'react'
import { useAddressQuery } from '../../../lib/navigation/use-address-query.ts'
import { useToday } from '../../../lib/session/clock.ts'
import { rememberList } from './last-list.ts'
import { changedFilters, paramsFrom } from './list-filters.ts'
import { filtersFrom, type ListFilters } from './list-query.ts'

/** The list's filters live in the address: a reload, a link and Back show the same list again. */
export function useListFilters() {
  const [params, change] = useAddressQuery()
  const today = useToday()
  useEffect(() => rememberList(params), [params])
  return {
    filters: filtersFrom(params, today),
    today,
    changeFilters: (some: Partial<ListFilters>) =>
      change((newest) => paramsFrom(changedFilters(filtersFrom(newest, today), some, today), today)),
  }
}
