import type * as attempts from '#shared/api/attempts.ts'
import { backAtPharmacyText } from '#shared/model/attempt.ts'
import { statusInWords } from '#shared/model/delivery-statuses.ts'
import { AppError } from '../failures/app-error.ts'
import type { Operation } from '../http/operation.ts'
import { changeDelivery } from './change-delivery.ts'
import { requirePersonOrManager } from './delivery-access.ts'
import { plausibleDeviceTime } from './device-time.ts'
import { isPastDriver } from './find-pharmacist.ts'
import { unsentReportRemovalFields } from './refused-actions.ts'

/**
 * Records that the package of a failed delivery is back at the pharmacy. Changes nothing if that is recorded already. Also takes back
 * a package that is out with a driver who can no longer sign in, and so cannot record a failed attempt.
 */
export const returnPackage: Operation<typeof attempts.returnPackage> = (request, services) => {
  const { body, caller } = request
  return changeDelivery(request, services, async (delivery) => {
    const { status, pharmacist_id, returned_at } = delivery
    requirePersonOrManager(caller, pharmacist_id)
    const isLeftOver = status === 'in_progress' && (await isPastDriver(pharmacist_id, caller, services))
    if (status !== 'failed' && !isLeftOver) throw new AppError('conflict', `This delivery is ${statusInWords(status)}`)
    if (returned_at !== null) return undefined
    const now = services.now()
    return {
      action: 'delivery.returned',
      fields: {
        ...unsentReportRemovalFields(delivery, caller, 'return'),
        ...(isLeftOver && { status: 'failed' as const }),
        returned_at: now.toISOString(),
        return_captured_at: plausibleDeviceTime(body.captured_at, delivery, now),
      },
      ...(isLeftOver && { notes: `${backAtPharmacyText}, from ${delivery.pharmacist_name}` }),
    }
  })
}
