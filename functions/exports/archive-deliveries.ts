import { type ArchivedDelivery, archivedProof } from '#shared/model/archive.ts'
import { pickFields } from '#shared/model/shapes.ts'
import type { StoredDelivery } from '../data/entities/delivery.ts'
import { presentStatusHistory } from '../deliveries/history.ts'
import { presentDeliveryWithoutPictures } from '../deliveries/present-delivery.ts'
import type { Caller } from '../http/operation.ts'
import type { Services } from '../http/services.ts'
import { presentProof } from '../proof/present-proof.ts'
import { readDeliveryRecord } from '../proof/read-record.ts'
import { sealProofs } from '../proof/seal-proofs.ts'

/** Converts deliveries to the archive's form, with their histories and proofs. */
export async function presentDeliveriesForArchive(
  deliveries: readonly StoredDelivery[],
  caller: Caller,
  services: Services,
): Promise<ArchivedDelivery[]> {
  const records = await Promise.all(deliveries.map((delivery) => readDeliveryRecord(services.table, caller, delivery)))
  const delivered = records.filter(({ delivery }) => delivery.completed_at)
  const proofs = await Promise.all(delivered.map((record) => presentProof(record, services.media)))
  const seals = await sealProofs(proofs, caller, services)
  const proofOf = new Map(
    proofs.map((proof) => [proof.id, pickFields(archivedProof(), { ...proof, seal: seals.get(proof.id) ?? null })]),
  )
  return records.map(({ delivery, history }) => ({
    ...presentDeliveryWithoutPictures(delivery, caller, services),
    history: presentStatusHistory(history),
    proof: proofOf.get(delivery.id) ?? null,
  }))
}
