import type * as tracking from '#shared/api/tracking.ts'
import { dayNotOfferedText } from '#shared/model/tracking.ts'
import { shortDay } from '#shared/rules/dates.ts'
import { deliveryDaysAhead } from '#shared/rules/delivery-days.ts'
import { rescheduleDayCount } from '#shared/rules/doors.ts'
import { todayOf } from '../deliveries/today.ts'
import { invalidFieldError } from '../failures/app-error.ts'
import type { Operation } from '../http/operation.ts'
import { refuseTimeRangeNotOffered } from '../patients/refuse-time-range-not-offered.ts'
import { changeDoorDeliveries } from './change-door.ts'

/**
 * Records a recipient's wish for another day. The delivery itself does not move: the wish puts it on the attention list, where the
 * staff respond. A wish for the day and slot that are planned already withdraws an earlier wish.
 */
export const askForDay: Operation<typeof tracking.askForDay> = (request, services) => {
  const { delivery_date, time_range } = request.body
  return changeDoorDeliveries(request, services, {
    action: 'recipient.asked',
    change({ asked, ...delivery }, { caller }) {
      const today = todayOf(caller, services)
      if (!deliveryDaysAhead(caller.tenant, today, rescheduleDayCount).includes(delivery_date))
        throw invalidFieldError('delivery_date', dayNotOfferedText)
      refuseTimeRangeNotOffered(time_range, caller, delivery.time_range)
      const planned = asked ?? delivery
      if (planned.delivery_date === delivery_date && planned.time_range === time_range) return undefined
      const isPlanned = delivery.delivery_date === delivery_date && delivery.time_range === time_range
      return {
        fields: { asked: isPlanned ? null : { delivery_date, time_range, asked_at: services.now().toISOString() } },
        historyNote: { wish: 'asked' },
        notes: `Asked for ${shortDay(delivery_date)}`,
      }
    },
  })
}
