import type { QueryOf } from '#shared/api/contract.ts'
import type * as deliveries from '#shared/api/deliveries.ts'
import type { DeliveryStatus } from '#shared/model/delivery.ts'
import { deliveryStatuses } from '#shared/model/delivery-statuses.ts'
import { addDays } from '#shared/rules/dates.ts'
import { isFinal, isOpen } from '#shared/rules/transitions.ts'
import type { StoredDeliveryRow } from '../data/entities/delivery.ts'
import { dayEnd, dayStart } from '../data/entities/delivery.ts'
import { intersection, type Span, type Stream } from '../data/merge-streams.ts'
import type { TenantKeys } from '../data/table-keys.ts'

type AnyQuery = QueryOf<typeof deliveries.listDeliveries>

/** The filters of a list that is not one patient's. */
interface ListQuery extends Pick<AnyQuery, 'status' | 'pharmacist_id' | 'delivery_date'> {
  view?: 'current' | 'past' | 'attention' | undefined
}

/** All days. */
export const everything: Span = { from: '0', to: '~' }

/** Which days of a status a view shows: open ones and those of today on are current, final and bygone ones past, all but final ones for attention. */
function spanOf(status: DeliveryStatus, { view, delivery_date }: ListQuery, today: string): Span | undefined {
  if (view === 'attention' && isFinal(status)) return undefined
  const shown =
    view === 'current' && !isOpen(status)
      ? { ...everything, from: dayStart(today) }
      : view === 'past' && !isFinal(status)
        ? { ...everything, to: dayEnd(addDays(today, -1)) }
        : everything
  return intersection(daySpan(delivery_date), shown)
}

/** One day, or all of them. */
export const daySpan = (date: string | undefined): Span =>
  date ? { from: dayStart(date), to: dayEnd(date) } : everything

/** These always have a pharmacist: nobody's deliveries are not among them. */
const needsPharmacist: readonly DeliveryStatus[] = ['assigned', 'in_progress', 'delivered', 'cancelled']

/** The statuses that most rows of a view have, first; without a view the first rows are the oldest, long since done. */
const byLikelihood = {
  current: ['assigned', 'unassigned', 'in_progress', 'pending', 'delivered', 'cancelled', 'failed'],
  past: ['delivered', 'cancelled', 'failed', 'assigned', 'unassigned', 'in_progress', 'pending'],
  attention: ['assigned', 'unassigned', 'failed', 'in_progress', 'pending', 'delivered', 'cancelled'],
} as const

/** The streams whose merge is the list: status and pharmacist are in their partitions, so that nothing is filtered out. */
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
