import type * as proofs from '#shared/api/proofs.ts'
import { aboutDelivery } from '../data/subjects.ts'
import type { Operation } from '../http/operation.ts'
import { readTogether } from './history.ts'
import { refuseOthers } from './may-know.ts'
import { presentProof } from './present-proof.ts'
import { findDelivery } from './read-delivery.ts'

/** For callers who manage deliveries, and for the delivery's own person. */
export const readProof: Operation<typeof proofs.readProof> = async ({ caller, params, activity }, services) => {
  const delivery = await findDelivery(caller, params, services)
  refuseOthers(caller, delivery.pharmacist_id)
  await activity.record({ action: 'delivery.read', ...aboutDelivery(delivery) })
  const read = await readTogether(services.table, caller, delivery)
  return presentProof(read.delivery, read.history, services.media)
}
