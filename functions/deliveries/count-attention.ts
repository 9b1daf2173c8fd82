import { type DeliveryStatus, deliveryStatuses } from '#shared/model/delivery.ts'
import { addDays } from '#shared/rules/dates.ts'
import { isOpen } from '#shared/rules/transitions.ts'
import { dayEnd, dayStart } from '../data/keys.ts'
import type { Caller } from '../http/operation.ts'
import type { Services } from '../http/services.ts'
import { dayLimit } from './list-deliveries.ts'
import { todayOf } from './today.ts'

/** How many deliveries wait for somebody: open ones of days before today, failed ones, and today's that nobody has. At most 500 of each. */
export async function countAttention(caller: Caller, services: Services): Promise<number> {
  const { keys } = caller
  const today = todayOf(caller, services)
  const before = { from: '0', to: dayEnd(addDays(today, -1)) }
  const waiting: { status: DeliveryStatus; from: string; to: string }[] = [
    ...deliveryStatuses.filter(isOpen).map((status) => ({ status, ...before })),
    { status: 'failed', from: '0', to: '~' },
    { status: 'unassigned', from: dayStart(today), to: dayEnd(today) },
  ]
  const counts = await Promise.all(
    waiting.map(async ({ status, from, to }) => {
      const { sortKeys } = await services.table.query(keys.ofStatus(status), { from, to, limit: dayLimit })
      return sortKeys.length
    }),
  )
  return counts.reduce((sum, count) => sum + count, 0)
}
