import type * as recipientUpdates from '#shared/api/recipient-updates.ts'
import { shortDay } from '#shared/rules/dates.ts'
import { changeDelivery } from '../deliveries/change-delivery.ts'
import { dayStaysNoticeWrites } from '../deliveries/notice-writes.ts'
import { todayOf } from '../deliveries/today.ts'
import { rescheduleFailed } from '../deliveries/update-delivery.ts'
import { AppError } from '../failures/app-error.ts'
import type { Operation } from '../http/operation.ts'

export const answerDayRequest: Operation<typeof recipientUpdates.answerDayRequest> = (request, services) => {
  const { body, caller } = request
  return changeDelivery(request, services, async (delivery) => {
    const { asked } = delivery
    if (!asked) throw new AppError('conflict', 'No one is waiting for this answer')
    const { delivery_date, time_range } = asked
    const moves = body.answer === 'move'
    if (moves && delivery_date < todayOf(caller, services))
      throw new AppError('conflict', 'The requested day has passed')
    const day = { delivery_date, time_range }
    const again =
      moves && delivery.status === 'failed' ? await rescheduleFailed(delivery, day, caller, services) : undefined
    return {
      action: 'delivery.asked_answered',
      fields: { asked: null, ...(moves && day), ...again?.fields },
      historyNote: { wish: 'answered' },
      also: moves ? [] : dayStaysNoticeWrites(caller, delivery, services),
      notes: moves
        ? `Moved to ${shortDay(delivery_date)} as requested`
        : `Kept as planned; ${shortDay(delivery_date)} was requested`,
    }
  })
}
