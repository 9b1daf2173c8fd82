import type * as counter from '#shared/api/counter.ts'
import { localDateTimeIn } from '#shared/rules/lateness.ts'
import { mergeStreams } from '../data/merge-streams.ts'
import type { Operation } from '../http/operation.ts'
import { countAttentionDeliveries } from './count-attention.ts'
import { computeDayFigures } from './count-day.ts'
import { deliveryListPageLimit } from './list-deliveries.ts'
import { deliveryListStreams } from './plan-list.ts'
import { todayOf } from './today.ts'

/** Returns the figures of a day. All except the attention count are computed from the day's first `deliveryListPageLimit` rows. */
export const readDay: Operation<typeof counter.readDay> = async ({ query, caller }, services) => {
  const today = todayOf(caller, services)
  const { date = today } = query
  const [{ items }, attention] = await Promise.all([
    mergeStreams(services.table, {
      streams: deliveryListStreams({ delivery_date: date }, caller.keys, today),
      descending: false,
      limit: deliveryListPageLimit,
      most: deliveryListPageLimit,
      position: undefined,
    }),
    countAttentionDeliveries(caller, services),
  ])
  return { date, attention, ...computeDayFigures(items, localDateTimeIn(caller.tenant.time_zone, services.now())) }
}
