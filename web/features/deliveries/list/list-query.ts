import type { DeliveryStatus } from '#shared/model/delivery.ts'
import { deliveryStatuses, isDeliveryStatus } from '#shared/model/delivery-statuses.ts'
import type { TabFilters } from '#shared/model/list-export.ts'
import { isCalendarDate } from '#shared/rules/dates.ts'
import { isOpen } from '#shared/rules/transitions.ts'
import type { Opened } from '../../../lib/navigation/first-read.ts'
import type { LastKnown } from '../../../lib/session/last-known.ts'

export type ListView = 'current' | 'past'

/** Stands among the statuses: what is open today though its slot has ended. Whether it has is asked of the clock, row by row. */
export const late = 'late' as const

/** What the list is narrowed to. `''` is no narrowing; `pharmacist` is an id or `unassigned`; `date` is `YYYY-MM-DD`. */
export interface ListFilters {
  view: ListView
  status: DeliveryStatus | typeof late | ''
  pharmacist: string
  date: string
}

/** What the Current tab asks for while no status is chosen. */
const currentStatuses: readonly DeliveryStatus[] = ['unassigned', 'in_progress', 'assigned', 'delivered', 'cancelled']

/** Stands in the address for a cleared date, because an absent one means the tab's default. */
export const anyDate = 'any'

export const defaultDate = (view: ListView, today: string) => (view === 'current' ? today : '')

/** The filters that the address carries; what it says wrongly counts as not said. `today` is the caller's date. */
export function filtersFrom(params: URLSearchParams, today: string): ListFilters {
  const view = params.get('view') === 'past' ? 'past' : 'current'
  const status = params.get('status') ?? ''
  const date = params.get('date') ?? ''
  const pharmacist = params.get('pharmacist') ?? ''
  if (status === late) return { view: 'current', status, pharmacist, date: today }
  const chosenDate = isCalendarDate(date) ? date : defaultDate(view, today)
  return {
    view,
    status: isDeliveryStatus(status) ? status : '',
    pharmacist,
    date: date === anyDate ? '' : chosenDate,
  }
}

/** None: all of them. */
function statusesOf({ status, view }: ListFilters): readonly DeliveryStatus[] {
  if (status === late) return deliveryStatuses.filter(isOpen)
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
  }
}

/** A filter that the screen does not show must not narrow what it lists: of persons, only who manages the list has one. */
export const shownFilters = (asked: ListFilters, managesList: boolean) =>
  managesList ? asked : { ...asked, pharmacist: '' }

export const managesList = ({ is_tenant_admin, permissions }: Pick<LastKnown, 'is_tenant_admin' | 'permissions'>) =>
  is_tenant_admin || permissions.some((key) => key.includes('delivery.create_orders'))

/** What the list asks for first; undefined where the address is of another tab, or the day is not known. */
export function firstList({ known, search, today }: Opened) {
  const view = search.get('view') ?? 'current'
  const manages = managesList(known)
  if (!today || (manages && view !== 'current' && view !== 'past')) return undefined
  return { query: listQuery(shownFilters(filtersFrom(search, today), manages), today) }
}
