import type * as deliveries from '#shared/api/deliveries.ts'
import { dateInThePast } from '#shared/rules/dates.ts'
import { initialStatus } from '#shared/rules/transitions.ts'
import { entryChanges, withEntries } from '../data/delivery-entries.ts'
import type { StoredDelivery } from '../data/entities/delivery.ts'
import { externalIdWrites } from '../data/external-ids.ts'
import { aboutDelivery } from '../data/subjects.ts'
import { put } from '../data/writes.ts'
import { AppError, invalidField } from '../http/app-error.ts'
import type { Operation } from '../http/operation.ts'
import { joinPatient, unknownPatient } from './change-delivery.ts'
import { goods, nothingReceived, patientDetails, refuseLaterFills } from './delivery-fields.ts'
import { assignmentOf, handOver } from './find-pharmacist.ts'
import { historyWrites } from './history.ts'
import { presentDelivery } from './present-delivery.ts'
import { todayOf } from './today.ts'

export const createDelivery: Operation<typeof deliveries.createDelivery> = async (request, services) => {
  const { body, caller, idempotency, activity } = request
  const { table } = services
  const now = services.now()
  const today = todayOf(caller, services)
  if (body.delivery_date < today) throw invalidField('delivery_date', dateInThePast)
  refuseLaterFills(body.rx_information, today)
  const [patient, assignment] = await Promise.all([
    table.get(caller.keys.patient(body.patient_id)),
    assignmentOf(body.pharmacist_id, caller, services),
  ])
  if (!patient || patient.deleted_at) throw unknownPatient()

  const at = now.toISOString()
  const { rx_information, sku_information, ...form } = body
  const delivery: StoredDelivery = {
    ...form,
    ...patientDetails(patient),
    ...assignment,
    ...goods(rx_information, sku_information),
    ...nothingReceived,
    order_notes: form.delivery_notes,
    id: services.newId(),
    status: initialStatus(body.status, assignment.pharmacist_id),
    version: 1,
    history_count: 1,
    created_at: at,
    updated_at: at,
  }
  const { said, writes } = historyWrites(
    { before: undefined, after: delivery, notes: 'Delivery created' },
    caller,
    services,
  )
  const answer = await presentDelivery(delivery, caller, services)
  await withEntries(table, entryChanges(caller.keys, undefined, delivery), (entries) =>
    activity.record(
      { action: 'delivery.created', ...aboutDelivery(delivery), hash: said.chain_head },
      ...(idempotency ? [idempotency.record(answer)] : []),
      put(
        caller.keys.delivery(delivery.id),
        { ...delivery, ...said },
        { absent: true, refused: () => new AppError('conflict', 'This delivery exists already') },
      ),
      ...writes,
      joinPatient(caller.keys.patient(patient.id), 1),
      ...handOver(caller, undefined, delivery),
      ...externalIdWrites(caller.keys, 'delivery', undefined, delivery),
      ...entries,
    ),
  )
  return answer
}
