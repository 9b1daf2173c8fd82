import { type ArchivedDelivery, type ArchivedPicture, archivedProof } from '#shared/model/archive.ts'
import { pickFields } from '#shared/model/shapes.ts'
import type { StoredDelivery } from '../data/entities/delivery.ts'
import { presentStatusHistory } from '../deliveries/history.ts'
import { presentDeliveryWithoutPictures } from '../deliveries/present-delivery.ts'
import type { Caller } from '../http/operation.ts'
import type { Services } from '../http/services.ts'
import { presentProof } from '../proof/present-proof.ts'
import { readDeliveryRecord } from '../proof/read-record.ts'
import { sealProofs } from '../proof/seal-proofs.ts'

/** Converts deliveries to the archive's form, with their histories and proofs, and lists their pictures. */
export async function presentDeliveriesForArchive(
  deliveries: readonly StoredDelivery[],
  caller: Caller,
  services: Services,
) {
  const records = await Promise.all(deliveries.map((delivery) => readDeliveryRecord(services.table, caller, delivery)))
  const delivered = records.filter(({ delivery }) => delivery.completed_at)
  const proofs = await Promise.all(delivered.map((record) => presentProof(record, services.media)))
  const seals = await sealProofs(proofs, caller, services)
  const proofOf = new Map(
    proofs.map((proof) => [proof.id, pickFields(archivedProof(), { ...proof, seal: seals.get(proof.id) ?? null })]),
  )
  return {
    deliveries: records.map(
      ({ delivery, history }): ArchivedDelivery => ({
        ...presentDeliveryWithoutPictures(delivery, caller, services),
        history: presentStatusHistory(history),
        proof: proofOf.get(delivery.id) ?? null,
      }),
    ),
    pictures: records.flatMap(({ delivery }) => picturesOf(delivery, services)),
  }
}

function picturesOf(delivery: StoredDelivery, { appOrigin }: Services): ArchivedPicture[] {
  const { id, signature_key, signature_sha256, strokes_key, strokes_sha256, photo_key, photo_sha256 } = delivery
  const pictures = [
    { kind: 'signature', key: signature_key, sha256: signature_sha256 },
    { kind: 'strokes', key: strokes_key, sha256: strokes_sha256 },
    { kind: 'photo', key: photo_key, sha256: photo_sha256 },
  ] as const
  const link = `${appOrigin}/pharmacy/delivery/${id}`
  return pictures.flatMap(({ kind, key, sha256 }) => (key ? [{ delivery_id: id, kind, sha256, link }] : []))
}
