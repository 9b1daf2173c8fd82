import type { QueryOf } from '#shared/api/contract.ts'
import type * as deliveries from '#shared/api/deliveries.ts'
import { type DeliveryStatus, deliveryStatuses } from '#shared/model/delivery-statuses.ts'
import { addDays } from '#shared/rules/dates.ts'
import { isFinal, isOpen } from '#shared/rules/transitions.ts'
import { dayEnd, dayStart, type StoredDeliveryRow } from '../data/entities/delivery.ts'
import { intersection, type Span, type Stream } from '../data/merge-streams.ts'
import type { TenantKeys } from '../data/table-keys.ts'

type AnyQuery = QueryOf<typeof deliveries.listDeliveries>

/** The filters of all lists of deliveries, except the list of one patient's deliveries. */
interface ListQuery extends Pick<AnyQuery, 'status' | 'pharmacist_id' | 'delivery_date'> {
  view?: 'current' | 'past' | 'attention' | undefined
}

export const allDays: Span = { from: '0', to: '~' }

/**
 * The days that a view shows of a status. The current view shows open deliveries of all days and the others from today on. The past
 * view shows final ones of all days and the others before today. The attention view shows no final ones.
 */
function spanOf(status: DeliveryStatus, { view, delivery_date }: ListQuery, today: string): Span | undefined {
  if (view === 'attention' && isFinal(status)) return undefined
  const shown =
    view === 'current' && !isOpen(status)
      ? { ...allDays, from: dayStart(today) }
      : view === 'past' && !isFinal(status)
        ? { ...allDays, to: dayEnd(addDays(today, -1)) }
        : allDays
  return intersection(daySpan(delivery_date), shown)
}

/** The span of one day, or of all days without a date. */
export const daySpan = (date: string | undefined): Span => (date ? { from: dayStart(date), to: dayEnd(date) } : allDays)

/** Deliveries in these statuses always have a pharmacist, so a list of unassigned deliveries skips them. */
const needsPharmacist: readonly DeliveryStatus[] = ['assigned', 'in_progress', 'delivered', 'cancelled']

/**
 * The statuses of each view, most frequent first. A list without a view uses the order of the past view, because its first rows are
 * the oldest and long since done.
 */
const byLikelihood = {
  current: ['assigned', 'unassigned', 'in_progress', 'pending', 'delivered', 'cancelled', 'failed'],
  past: ['delivered', 'cancelled', 'failed', 'assigned', 'unassigned', 'in_progress', 'pending'],
  attention: ['assigned', 'unassigned', 'failed', 'in_progress', 'pending', 'delivered', 'cancelled'],
} as const

/**
 * The streams that are merged into the list. Each reads a partition of one status, and of one pharmacist if the query names one, so
 * that no row has to be filtered out.
 */
export function planList(query: ListQuery, keys: TenantKeys, today: string): Stream<StoredDeliveryRow>[] {
  const wanted = new Set<DeliveryStatus>(query.status ?? deliveryStatuses)
  const { pharmacist_id: pharmacist } = query
  const streams: Stream<StoredDeliveryRow>[] = []
  for (const status of byLikelihood[query.view ?? 'past']) {
    const span = wanted.has(status) && spanOf(status, query, today)
    if (!span || (pharmacist === 'null' && needsPharmacist.includes(status))) continue
    const partition =
      pharmacist === undefined
        ? keys.ofStatus(status)
        : keys.ofPharmacist(pharmacist === 'null' ? null : pharmacist, status)
    streams.push({ partition, ...span })
  }
  return streams
}
