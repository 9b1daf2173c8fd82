import type * as attempts from '#shared/api/attempts.ts'
import { isFinalStatus, transitionRefusalText } from '#shared/rules/transitions.ts'
import { AppError } from '../failures/app-error.ts'
import type { Operation } from '../http/operation.ts'
import { changeDelivery } from './change-delivery.ts'
import { isPackageOut } from './run-of.ts'

/**
 * Cancels a delivery whose package is at the pharmacy, because it hasn't gone out or because it came back after a failure. Throws a
 * 409 for other deliveries.
 */
export const returnToStock: Operation<typeof attempts.returnToStock> = (request, services) =>
  changeDelivery(request, services, (delivery) => {
    const { status } = delivery
    if (isFinalStatus(status)) throw new AppError('conflict', transitionRefusalText(status, 'cancelled'))
    if (isPackageOut(delivery)) throw new AppError('conflict', 'This package is not back yet')
    return { action: 'delivery.restocked', fields: { status: 'cancelled' }, notes: 'Returned to stock' }
  })
