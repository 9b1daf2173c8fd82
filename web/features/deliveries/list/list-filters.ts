import { clearedDateValue, defaultDate, type ListFilters, type ListView, lateFilterValue } from './list-query.ts'

/**
 * Returns the query parameters of the page's address for these filters, as few as possible. `listFiltersFrom` turns them back into
 * the same filters, except that it gives the filter Late the view `current` and today's date.
 */
export function addressParamsOfFilters(filters: ListFilters, today: string): URLSearchParams {
  const params = new URLSearchParams()
  if (filters.view === 'past') params.set('view', 'past')
  if (filters.pharmacist) params.set('pharmacist', filters.pharmacist)
  if (filters.status) params.set('status', filters.status)
  for (const name of ['time', 'zip', 'from', 'to', 'sort'] as const) if (filters[name]) params.set(name, filters[name])
  if (filters.text) params.set('q', filters.text)
  if (filters.date !== defaultDate(filters.view, today)) params.set('date', filters.date || clearedDateValue)
  return params
}

/**
 * Returns the filters after a change. The filter Late applies only to today's deliveries, so it is removed when the user chooses
 * another day or clears the date.
 */
export function applyFilterChange(before: ListFilters, some: Partial<ListFilters>, today: string): ListFilters {
  const next = { ...before, ...some }
  return next.status === lateFilterValue && some.date !== undefined && some.date !== today
    ? { ...next, status: '' }
    : next
}

const noFilters = { status: '', time: '', zip: '', from: '', to: '', text: '', sort: '' } as const

/** Returns the filters for a view that is opened: no status, the view's default date, and the pharmacist chosen before. */
export const filtersOfView = (view: ListView, { pharmacist }: Pick<ListFilters, 'pharmacist'>, today: string) =>
  ({ ...noFilters, view, pharmacist, date: defaultDate(view, today) }) satisfies ListFilters

/** Returns for example '1 delivery', '2 deliveries', or '50+ deliveries' if more can be loaded. */
export const deliveryCountText = (count: number, moreFollows = false) =>
  `${count}${moreFollows ? '+' : ''} ${count === 1 && !moreFollows ? 'delivery' : 'deliveries'}`

/**
 * Returns for example '1 delivery found', '2 deliveries found', or '50+ deliveries found' if more can be loaded. Completions that
 * were recorded by mistake are named, because the dashboard doesn't count them as delivered.
 */
export const foundDeliveriesText = (count: number, moreFollows: boolean, mistakes = 0) =>
  `${deliveryCountText(count, moreFollows)} found${mistakes > 0 ? `, ${mistakes} recorded by mistake` : ''}`

/** Returns the announcement, for screen readers, that deliveries in a list have changed. */
export const changedDeliveriesText = (count: number) =>
  `${count} ${count === 1 ? 'delivery has' : 'deliveries have'} changed`
