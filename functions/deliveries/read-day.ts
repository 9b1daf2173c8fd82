import type * as counter from '#shared/api/counter.ts'
import { clockIn } from '#shared/rules/lateness.ts'
import { mergeStreams } from '../data/merge-streams.ts'
import type { Operation } from '../http/operation.ts'
import { countAttention } from './count-attention.ts'
import { countDay } from './count-day.ts'
import { dayLimit } from './list-deliveries.ts'
import { planList } from './plan-list.ts'
import { todayOf } from './today.ts'

/** A day in numbers, from one read of its rows. */
export const readDay: Operation<typeof counter.readDay> = async ({ query, caller }, services) => {
  const today = todayOf(caller, services)
  const { date = today } = query
  const [{ items }, attention] = await Promise.all([
    mergeStreams(services.table, {
      streams: planList({ delivery_date: date }, caller.keys, today),
      descending: false,
      limit: dayLimit,
      most: dayLimit,
      position: undefined,
    }),
    countAttention(caller, services),
  ])
  return { date, attention, ...countDay(items, clockIn(caller.tenant.time_zone, services.now())) }
}
