import type { SentQueryOf } from '#shared/api/contract.ts'
import type { listDeliveries } from '#shared/api/deliveries.ts'
import type { DeliveryStatus } from '#shared/model/delivery.ts'
import { deliveryStatuses } from '#shared/model/delivery-statuses.ts'
import { isCalendarDate } from '#shared/rules/dates.ts'

type ListView = 'current' | 'past'

/** What the list is narrowed to. `''` is no narrowing; `pharmacist` is an id or `unassigned`; `date` is `YYYY-MM-DD`. */
export interface ListFilters {
  view: ListView
  status: DeliveryStatus | ''
  pharmacist: string
  date: string
}

/** What the Current tab asks for while no status is chosen. */
const currentStatuses: readonly DeliveryStatus[] = ['unassigned', 'in_progress', 'assigned', 'delivered', 'cancelled']

/** Stands in the address for a cleared date, because an absent one means the tab's default. */
const anyDate = 'any'

const defaultDate = (view: ListView, today: string) => (view === 'current' ? today : '')

const isStatus = (value: string): value is DeliveryStatus => deliveryStatuses.some((status) => status === value)

/** The filters that the address carries; what it says wrongly counts as not said. `today` is the caller's date. */
export function filtersFrom(params: URLSearchParams, today: string): ListFilters {
  const view = params.get('view') === 'past' ? 'past' : 'current'
  const status = params.get('status') ?? ''
  const date = params.get('date') ?? ''
  const chosenDate = isCalendarDate(date) ? date : defaultDate(view, today)
  return {
    view,
    status: isStatus(status) ? status : '',
    pharmacist: params.get('pharmacist') ?? '',
    date: date === anyDate ? '' : chosenDate,
  }
}

/** The shortest address that `filtersFrom` reads back as these filters. */
export function paramsFrom(filters: ListFilters, today: string): URLSearchParams {
  const params = new URLSearchParams()
  if (filters.view === 'past') params.set('view', 'past')
  if (filters.pharmacist) params.set('pharmacist', filters.pharmacist)
  if (filters.status) params.set('status', filters.status)
  if (filters.date !== defaultDate(filters.view, today)) params.set('date', filters.date || anyDate)
  return params
}

/** A tab opens with its own status and date; the chosen person stays. */
export const filtersOfView = (view: ListView, { pharmacist }: Pick<ListFilters, 'pharmacist'>, today: string) =>
  ({ view, status: '', pharmacist, date: defaultDate(view, today) }) satisfies ListFilters

export function listQuery(filters: ListFilters, today: string): SentQueryOf<typeof listDeliveries> {
  const statuses = filters.status || (filters.view === 'current' ? currentStatuses.join(',') : '')
  return {
    view: filters.view,
    today,
    ...(statuses && { status: statuses }),
    ...(filters.pharmacist && { pharmacist_id: filters.pharmacist === 'unassigned' ? 'null' : filters.pharmacist }),
    ...(filters.date && { delivery_date: filters.date }),
  }
}

/** A filter that the screen does not show must not narrow what it lists: of persons, only who manages the list has one. */
export const shownFilters = (asked: ListFilters, managesList: boolean) =>
  managesList ? asked : { ...asked, pharmacist: '' }

/** What the list at an address asks for; undefined where the address is of another tab. */
export function queryOfList(params: URLSearchParams, today: string, managesList: boolean) {
  const view = params.get('view') ?? 'current'
  if (managesList && view !== 'current' && view !== 'past') return undefined
  return listQuery(shownFilters(filtersFrom(params, today), managesList), today)
}

/** '1 delivery found', '2 deliveries found', and '50+ deliveries found' while more follows. */
export const countLine = (count: number, moreFollows: boolean) =>
  `${count}${moreFollows ? '+' : ''} ${count === 1 && !moreFollows ? 'delivery' : 'deliveries'} found`

/** What is heard of deliveries that others have changed. */
export const changedLine = (count: number) => `${count} ${count === 1 ? 'delivery has' : 'deliveries have'} changed`
