import { type DeliveryStatus, deliveryStatuses, isDeliveryStatus } from '#shared/model/delivery-statuses.ts'
import type { TabFilters } from '#shared/model/list-export.ts'
import { isCalendarDate } from '#shared/rules/dates.ts'
import { isOpenStatus } from '#shared/rules/transitions.ts'
import type { PreloadContext } from '../../../lib/navigation/data-preload.ts'
import type { LastKnownUser } from '../../../lib/session/last-known.ts'
import { sortedColumn } from './sortable-columns.ts'

export type ListView = 'current' | 'past'

/**
 * An option of the status filter: today's open deliveries whose time slot has ended. The browser, not the server, selects them by
 * comparing each row with the clock.
 */
export const lateFilterValue = 'late' as const

/** The filters of the list. `''` means no filter; `pharmacist` is an id or `unassigned`; `date` is `YYYY-MM-DD`. */
export interface ListFilters {
  view: ListView
  status: DeliveryStatus | typeof lateFilterValue | ''
  pharmacist: string
  date: string
  /** A time range of the organization. */
  time: string
  /** The beginning of a ZIP code. */
  zip: string
  /** The days of the Past tab: from the first to the last. */
  from: string
  to: string
  /** What the Past tab searches for in names, phone numbers and addresses. */
  text: string
  /** The column by which rows are sorted, with `-` before it for the descending order. '' keeps the list's own order. */
  sort: string
}

/** The statuses that the Current tab shows if the user has not chosen a status. */
const currentStatuses: readonly DeliveryStatus[] = ['unassigned', 'in_progress', 'assigned', 'delivered', 'cancelled']

/** The address's `date` if the user has cleared the date. If the address has no `date`, the tab's default applies. */
export const clearedDateValue = 'any'

export const defaultDate = (view: ListView, today: string) => (view === 'current' ? today : '')

/** Reads the filters from the address and ignores invalid values. `today` is the date in the organisation's time zone. */
export function listFiltersFrom(params: URLSearchParams, today: string): ListFilters {
  const view = params.get('view') === 'past' ? 'past' : 'current'
  const status = params.get('status') ?? ''
  const date = params.get('date') ?? ''
  const pharmacist = params.get('pharmacist') ?? ''
  const past = (name: string) => (view === 'past' ? (params.get(name) ?? '') : '')
  const dayOf = (day: string) => (isCalendarDate(day) ? day : '')
  const sort = params.get('sort') ?? ''
  const rest = {
    pharmacist,
    time: params.get('time') ?? '',
    zip: params.get('zip') ?? '',
    from: dayOf(past('from')),
    to: dayOf(past('to')),
    text: past('q'),
    sort: sortedColumn(sort) ? sort : '',
  }
  if (status === lateFilterValue) return { ...rest, view: 'current', status, date: today }
  const chosenDate = isCalendarDate(date) ? date : defaultDate(view, today)
  return {
    view,
    ...rest,
    status: isDeliveryStatus(status) ? status : '',
    date: date === clearedDateValue ? '' : chosenDate,
  }
}

/** Returns the statuses to request. An empty list means all statuses. */
function statusesOf({ status, view }: ListFilters): readonly DeliveryStatus[] {
  if (status === lateFilterValue) return deliveryStatuses.filter(isOpenStatus)
  if (status) return [status]
  return view === 'current' ? currentStatuses : []
}

export function listQuery(filters: ListFilters, today: string): TabFilters {
  const statuses = statusesOf(filters).join(',')
  return {
    view: filters.view,
    today,
    ...(statuses && { status: statuses }),
    ...(filters.pharmacist && { pharmacist_id: filters.pharmacist === 'unassigned' ? 'null' : filters.pharmacist }),
    ...(filters.date && { delivery_date: filters.date }),
    ...(filters.from && { from: filters.from }),
    ...(filters.to && { to: filters.to }),
  }
}

/** Removes the filter that the screen hides from this user: only users who manage the list can filter by pharmacist. */
export const removeHiddenFilters = (filters: ListFilters, managesList: boolean) =>
  managesList ? filters : { ...filters, pharmacist: '' }

export const canManageList = ({
  is_tenant_admin,
  permissions,
}: Pick<LastKnownUser, 'is_tenant_admin' | 'permissions'>) =>
  is_tenant_admin || permissions.some((key) => key.includes('delivery.create_orders'))

/**
 * Returns the list's first request. Undefined if today's date is not known yet, or if the user manages the list and the address
 * names a tab without this list.
 */
export function listInputFromAddress({ known, search, today }: PreloadContext) {
  const view = search.get('view') ?? 'current'
  const manages = canManageList(known)
  if (!today || (manages && view !== 'current' && view !== 'past')) return undefined
  return { query: listQuery(removeHiddenFilters(listFiltersFrom(search, today), manages), today) }
}
