import type { QueryOf } from '#shared/api/contract.ts'
import type * as deliveries from '#shared/api/deliveries.ts'
import { type DeliveryStatus, deliveryStatuses } from '#shared/model/delivery-statuses.ts'
import { addDays } from '#shared/rules/dates.ts'
import { isFinalStatus, isOpenStatus } from '#shared/rules/transitions.ts'
import { dayLowerBound, dayUpperBound, type StoredDeliveryRow } from '../data/entities/delivery.ts'
import { type PartitionRange, type SortKeySpan, sortKeySpanIntersection } from '../data/merge-streams.ts'
import type { TenantKeys } from '../data/table-keys.ts'

type AnyQuery = QueryOf<typeof deliveries.listDeliveries>

/** The filters that the lists of deliveries share. The list of one patient's deliveries has its own. */
interface ListQuery extends Pick<AnyQuery, 'status' | 'pharmacist_id' | 'delivery_date' | 'from' | 'to'> {
  view?: 'current' | 'past' | 'attention' | undefined
}

export const allDaysSpan: SortKeySpan = { from: '0', to: '~' }

/**
 * Returns the range of days for which a view shows deliveries with this status, within the day or range that the query names. The
 * current view shows open deliveries of all days, and other deliveries from today on. The past view shows final deliveries of all
 * days, and other deliveries before today. The attention view shows deliveries of all days, but no final ones. A list without a
 * view shows all deliveries. Undefined if none are shown.
 */
function spanOf(
  status: DeliveryStatus,
  { view, delivery_date, from, to }: ListQuery,
  today: string,
): SortKeySpan | undefined {
  if (view === 'attention' && isFinalStatus(status)) return undefined
  const shown =
    view === 'current' && !isOpenStatus(status)
      ? { ...allDaysSpan, from: dayLowerBound(today) }
      : view === 'past' && !isFinalStatus(status)
        ? { ...allDaysSpan, to: dayUpperBound(addDays(today, -1)) }
        : allDaysSpan
  const range = { from: from ? dayLowerBound(from) : allDaysSpan.from, to: to ? dayUpperBound(to) : allDaysSpan.to }
  const requested = sortKeySpanIntersection(daySpan(delivery_date), range)
  return requested && sortKeySpanIntersection(requested, shown)
}

/** Returns the range of sort keys of one day or, without a date, of all days. */
export const daySpan = (date: string | undefined): SortKeySpan =>
  date ? { from: dayLowerBound(date), to: dayUpperBound(date) } : allDaysSpan

/** The statuses of deliveries that always have a pharmacist. A list of deliveries without a pharmacist does not read them. */
const needsPharmacist: readonly DeliveryStatus[] = ['assigned', 'in_progress', 'delivered']

/**
 * The statuses in the order of each view's streams: most frequent first, because the first stream is read first. A list without a
 * view uses the order of the past view, because such a list begins with its oldest deliveries, most of which are done.
 */
const byLikelihood = {
  current: ['assigned', 'unassigned', 'in_progress', 'pending', 'delivered', 'cancelled', 'failed'],
  past: ['delivered', 'cancelled', 'failed', 'assigned', 'unassigned', 'in_progress', 'pending'],
  attention: ['assigned', 'unassigned', 'failed', 'in_progress', 'pending', 'delivered', 'cancelled'],
} as const

/**
 * Returns the sorted streams that are merged into a list. Each reads the partition of one status or, if the query names a
 * pharmacist, of that pharmacist and status. So no row is read that the filters of the query exclude.
 */
export function deliveryListStreams(
  query: ListQuery,
  keys: TenantKeys,
  today: string,
): PartitionRange<StoredDeliveryRow>[] {
  const statuses = new Set<DeliveryStatus>(query.status ?? deliveryStatuses)
  const { pharmacist_id: pharmacist } = query
  const streams: PartitionRange<StoredDeliveryRow>[] = []
  for (const status of byLikelihood[query.view ?? 'past']) {
    const span = statuses.has(status) && spanOf(status, query, today)
    if (!span || (pharmacist === 'null' && needsPharmacist.includes(status))) continue
    const partition =
      pharmacist === undefined
        ? keys.ofStatus(status)
        : keys.ofPharmacist(pharmacist === 'null' ? null : pharmacist, status)
    streams.push({ partition, ...span })
  }
  return streams
}
