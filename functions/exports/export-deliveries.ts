import type * as exports from '#shared/api/exports.ts'
import { aboutDelivery, aboutList } from '../data/subjects.ts'
import { presentDeliveryWithoutPictures } from '../deliveries/present-delivery.ts'
import { readDeliveries } from '../deliveries/read-deliveries.ts'
import type { Operation } from '../http/operation.ts'

export const exportDeliveries: Operation<typeof exports.exportDeliveries> = async (
  { body, caller, activity },
  services,
) => {
  const deliveries = await readDeliveries(body.ids, caller, services.table)
  await activity.record({
    action: 'delivery.exported',
    ...aboutList('delivery'),
    count: deliveries.length,
    mentions: deliveries.map(aboutDelivery),
  })
  const patients = new Map(
    (await services.table.getAll([...new Set(deliveries.map(({ patient_id }) => patient_id))].map(caller.keys.patient)))
      .flatMap((patient) => patient ?? [])
      .map(({ id, external_id, deleted_at }) => [id, deleted_at ? '' : external_id]),
  )
  return deliveries.map((stored) => ({
    ...presentDeliveryWithoutPictures(stored, caller, services),
    patient_external_id: patients.get(stored.patient_id) ?? '',
  }))
}
