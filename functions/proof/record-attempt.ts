import type * as attempts from '#shared/api/attempts.ts'
import { attemptText } from '#shared/model/attempt.ts'
import { transitionRefusalText } from '#shared/rules/transitions.ts'
import { changeDelivery } from '../deliveries/change-delivery.ts'
import { plausibleDeviceTime } from '../deliveries/device-time.ts'
import { unsentReportRemovalFields } from '../deliveries/refused-actions.ts'
import { storePhoto } from '../deliveries/store-media.ts'
import { planTakeOver } from '../deliveries/take-over.ts'
import { AppError } from '../failures/app-error.ts'
import type { Operation } from '../http/operation.ts'

export const recordAttempt: Operation<typeof attempts.recordAttempt> = (request, services) => {
  const { body, caller } = request
  return changeDelivery(request, services, async (delivery) => {
    const { status, attempts } = delivery
    if (status !== 'in_progress') throw new AppError('conflict', transitionRefusalText(status, 'failed'))
    const photo = { photo: request.photo, photoKey: body.delivery_photo_key }
    const { photo_key, photo_sha256 } = await storePhoto(photo, delivery.id, caller, services)
    const now = services.now()
    const attempt = {
      reason: body.reason,
      note: body.note,
      attempted_at: now.toISOString(),
      captured_at: plausibleDeviceTime(body.captured_at, delivery, now),
      attempted_by: caller.user.full_name,
      ...(photo_key && { photo_key, photo_sha256 }),
    }
    return {
      action: 'delivery.attempted',
      takeOver: planTakeOver(caller, delivery),
      fields: {
        ...unsentReportRemovalFields(delivery, caller, 'attempt'),
        status: 'failed',
        attempts: [...attempts, attempt],
      },
      notes: attemptText(attempt),
    }
  })
}
