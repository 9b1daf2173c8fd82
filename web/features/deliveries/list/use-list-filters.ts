import { useEffect } from 'react'
import { useSearchParams } from 'react-router-dom'
import { todayHere } from '../../../lib/format.ts'
import { rememberList } from './last-list.ts'
import { filtersFrom, type ListFilters, paramsFrom } from './list-filters.ts'

/** The list's filters live in the address: a reload, a link and Back show the same list again. */
export function useListFilters() {
  const [params, setParams] = useSearchParams()
  const today = todayHere()
  useEffect(() => rememberList(params), [params])
  return {
    filters: filtersFrom(params, today),
    today,
    setFilters: (filters: ListFilters) => setParams(paramsFrom(filters, today)),
  }
}
