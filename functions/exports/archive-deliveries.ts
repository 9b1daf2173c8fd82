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
  const made = await Promise.all(
    delivered.map(async (record) => ({
      proof: await presentProof(record, services.media),
      rows: record.delivery.rx_information,
    })),
  )
  const withSeal = await sealProofs(made, caller, services, { isOptional: true })
  const proofOf = new Map(made.map(({ proof }) => [proof.id, pickFields(archivedProof(), withSeal(proof))]))
  return records.map(({ delivery, history }) => ({
    ...presentDeliveryWithoutPictures(delivery, caller, services),
    history: presentStatusHistory(history),
    proof: proofOf.get(delivery.id) ?? null,
  }))
}
