import type * as deliveries from '#shared/api/deliveries.ts'
import { dateInThePast, earliestDeliveryDate } from '#shared/rules/dates.ts'
import { initialStatus } from '#shared/rules/transitions.ts'
import type { StoredDelivery } from '../data/entities.ts'
import { AppError, invalidField } from '../http/app-error.ts'
import type { Operation } from '../http/operation.ts'
import { joinPatient, unknownPatient } from './change-delivery.ts'
import { goods, historyItemOf, indexKeys, nothingReceived, patientDetails } from './delivery-fields.ts'
import { assignmentOf, handOver } from './find-pharmacist.ts'
import { presentDelivery } from './present-delivery.ts'

export const createDelivery: Operation<typeof deliveries.createDelivery> = async (request, services) => {
  const { body, caller, idempotency } = request
  const { table, media } = services
  const now = services.now()
  if (body.delivery_date < earliestDeliveryDate(now)) throw invalidField('delivery_date', dateInThePast)
  const [patient, assignment] = await Promise.all([
    table.get(caller.keys.patient(body.patient_id)),
    assignmentOf(body.pharmacist_id, caller, services),
  ])
  if (!patient || patient.deleted_at) throw unknownPatient()

  const at = now.toISOString()
  const status = initialStatus(body.status, assignment.pharmacist_id)
  const { rx_information, sku_information, ...form } = body
  const fields = {
    ...form,
    ...patientDetails(patient),
    ...assignment,
    ...goods(rx_information, sku_information),
    id: services.newId(),
    status,
    version: 1,
    ...nothingReceived,
    created_at: at,
    updated_at: at,
    history: [
      historyItemOf({ id: services.newId(), from: null, to: status, by: caller.user, at, notes: 'Delivery created' }),
    ],
  }
  const delivery: StoredDelivery = { ...fields, ...indexKeys(caller.keys, fields) }
  const answer = await presentDelivery(delivery, media)
  await table.write(
    ...(idempotency ? [idempotency.record(answer)] : []),
    {
      key: caller.keys.delivery(delivery.id),
      put: delivery,
      condition: 'attribute_not_exists(pk)',
      refused: () => new AppError('conflict', 'This delivery exists already'),
    },
    joinPatient(caller.keys.patient(patient.id), 1),
    ...handOver(caller, undefined, delivery),
  )
  return answer
}
