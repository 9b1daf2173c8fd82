import type * as deliveries from '#shared/api/deliveries.ts'
import { statusInWords } from '#shared/model/delivery-statuses.ts'
import { isEditableStatus } from '#shared/rules/transitions.ts'
import { deliverySearchEntryChanges, writeWithSearchEntries } from '../data/delivery-entries.ts'
import { externalIdWrites } from '../data/external-ids.ts'
import { OvertakenError, retryIfOvertaken } from '../data/overtaken.ts'
import { aboutDelivery } from '../data/subjects.ts'
import { put, update } from '../data/writes.ts'
import { AppError } from '../failures/app-error.ts'
import type { Operation } from '../http/operation.ts'
import { unchangedDeliveryGuard } from './compose-delivery-change.ts'
import { deliveryListEntryWrites } from './delivery-entry-writes.ts'
import { userOpenDeliveriesWrites } from './find-pharmacist.ts'
import { findDelivery } from './read-delivery.ts'

/**
 * Deletes a delivery that has yet to go out. It is hidden from everybody but kept for the record. The count of its patient's open
 * deliveries goes down by one and, if it is assigned, so does that of its pharmacist.
 */
export const deleteDelivery: Operation<typeof deliveries.deleteDelivery> = async (request, services) => {
  const { caller, params, activity } = request
  await retryIfOvertaken(async () => {
    const delivery = await findDelivery(caller, params, services)
    if (!isEditableStatus(delivery.status))
      throw new AppError('conflict', `A delivery that is ${statusInWords(delivery.status)} cannot be deleted`)
    const { id, version, patient_id } = delivery
    const deleted = { ...delivery, unsent: [], version: version + 1, deleted_at: services.now().toISOString() }
    await writeWithSearchEntries(
      services.table,
      deliverySearchEntryChanges(caller.keys, delivery, deleted),
      (entries) =>
        activity.record(
          { action: 'delivery.deleted', ...aboutDelivery(delivery) },
          put(caller.keys.delivery(id), deleted, {
            ...unchangedDeliveryGuard(delivery),
            refused: () => new OvertakenError(),
          }),
          update(caller.keys.patient(patient_id), { add: { open_deliveries: -1 } }),
          ...userOpenDeliveriesWrites(caller, delivery, undefined),
          ...deliveryListEntryWrites(caller, delivery, deleted),
          ...externalIdWrites(caller.keys, 'delivery', delivery, deleted),
          ...entries,
        ),
    )
  })
}
