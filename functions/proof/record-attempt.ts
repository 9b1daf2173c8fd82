import type * as attempts from '#shared/api/attempts.ts'
import { attemptText } from '#shared/model/attempt.ts'
import { transitionRefusal } from '#shared/rules/transitions.ts'
import { changeDelivery } from '../deliveries/change-delivery.ts'
import { refuseOthers } from '../deliveries/may-know.ts'
import { AppError } from '../http/app-error.ts'
import type { Operation } from '../http/operation.ts'

export const recordAttempt: Operation<typeof attempts.recordAttempt> = (request, services) => {
  const { body, caller } = request
  return changeDelivery(request, services, ({ status, pharmacist_id, attempts }) => {
    refuseOthers(caller, pharmacist_id)
    if (status !== 'in_progress') throw new AppError('conflict', transitionRefusal(status, 'failed'))
    const attempt = {
      reason: body.reason,
      note: body.note,
      attempted_at: services.now().toISOString(),
      captured_at: body.captured_at ?? null,
      attempted_by: caller.user.full_name,
    }
    return {
      action: 'delivery.attempted',
      fields: { status: 'failed', attempts: [...attempts, attempt] },
      notes: attemptText(attempt),
    }
  })
}
