import { anyDate, defaultDate, type ListFilters, type ListView, lateFilter } from './list-query.ts'

/** Returns the shortest query string that `listFiltersFrom` turns back into these filters. */
export function listParams(filters: ListFilters, today: string): URLSearchParams {
  const params = new URLSearchParams()
  if (filters.view === 'past') params.set('view', 'past')
  if (filters.pharmacist) params.set('pharmacist', filters.pharmacist)
  if (filters.status) params.set('status', filters.status)
  if (filters.date !== defaultDate(filters.view, today)) params.set('date', filters.date || anyDate)
  return params
}

/** Only today's deliveries can be late, so choosing another day removes the filter for late deliveries. */
export function changedFilters(before: ListFilters, some: Partial<ListFilters>, today: string): ListFilters {
  const next = { ...before, ...some }
  return next.status === lateFilter && some.date !== undefined && some.date !== today ? { ...next, status: '' } : next
}

/** Returns the filters for a view that is opened. Each view has its own default status and date; the chosen person is kept. */
export const filtersOfView = (view: ListView, { pharmacist }: Pick<ListFilters, 'pharmacist'>, today: string) =>
  ({ view, status: '', pharmacist, date: defaultDate(view, today) }) satisfies ListFilters

/** '1 delivery', '2 deliveries', or '50+ deliveries' if more follow. */
export const deliveryCountText = (count: number, moreFollows = false) =>
  `${count}${moreFollows ? '+' : ''} ${count === 1 && !moreFollows ? 'delivery' : 'deliveries'}`

/** '1 delivery found', '2 deliveries found', or '50+ deliveries found' if more follow. */
export const countLine = (count: number, moreFollows: boolean) => `${deliveryCountText(count, moreFollows)} found`

/** The announcement when other users have changed deliveries. */
export const changedLine = (count: number) => `${count} ${count === 1 ? 'delivery has' : 'deliveries have'} changed`
