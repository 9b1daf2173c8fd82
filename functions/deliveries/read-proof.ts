import type * as proofs from '#shared/api/proofs.ts'
import { manageDeliveries, permissionRefusal, permits } from '#shared/rules/permissions.ts'
import { aboutDelivery } from '../data/subjects.ts'
import { AppError } from '../http/app-error.ts'
import type { Operation } from '../http/operation.ts'
import { readTogether } from './history.ts'
import { presentProof } from './present-proof.ts'
import { findDelivery } from './read-delivery.ts'

/** For callers who manage deliveries, and for the delivery's own person. */
export const readProof: Operation<typeof proofs.readProof> = async ({ caller, params, activity }, services) => {
  const delivery = await findDelivery(caller, params, services)
  if (!permits(caller.permissions, manageDeliveries) && delivery.pharmacist_id !== caller.user.id)
    throw new AppError('forbidden', permissionRefusal(manageDeliveries.named))
  await activity.record({ action: 'delivery.read', ...aboutDelivery(delivery) })
  const read = await readTogether(services.table, caller, delivery)
  return presentProof(read.delivery, read.history, services.media)
}
