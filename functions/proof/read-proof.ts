import type * as proofs from '#shared/api/proofs.ts'
import { aboutDelivery } from '../data/subjects.ts'
import { requirePersonOrManager } from '../deliveries/delivery-access.ts'
import { findDelivery } from '../deliveries/read-delivery.ts'
import type { Operation } from '../http/operation.ts'
import { presentProof } from './present-proof.ts'
import { readDeliveryRecord } from './read-record.ts'
import { sealProofs } from './seal-proofs.ts'

/** Reads the proof of a delivery. Throws a 403 unless the caller manages deliveries or is the delivery's own driver. */
export const readProof: Operation<typeof proofs.readProof> = async ({ caller, params, activity }, services) => {
  const delivery = await findDelivery(caller, params, services)
  requirePersonOrManager(caller, delivery.pharmacist_id)
  await activity.record({ action: 'delivery.read', ...aboutDelivery(delivery) })
  const record = await readDeliveryRecord(services.table, caller, delivery)
  const proof = await presentProof(record, services.media)
  const withSeal = await sealProofs([{ proof, rows: record.delivery.rx_information }], caller, services)
  return withSeal(proof)
}
