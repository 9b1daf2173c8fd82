import type * as attempts from '#shared/api/attempts.ts'
import { AppError } from '../http/app-error.ts'
import type { Operation } from '../http/operation.ts'
import { changeDelivery } from './change-delivery.ts'
import { refuseOthers } from './may-know.ts'

/** What is back already stays so. */
export const returnPackage: Operation<typeof attempts.returnPackage> = (request, services) => {
  const { body, caller } = request
  return changeDelivery(request, services, ({ status, pharmacist_id, returned_at }) => {
    refuseOthers(caller, pharmacist_id)
    if (status !== 'failed') throw new AppError('conflict', `This delivery is ${status}`)
    if (returned_at !== null) return undefined
    return {
      action: 'delivery.returned',
      fields: { returned_at: services.now().toISOString(), return_captured_at: body.captured_at ?? null },
    }
  })
}
