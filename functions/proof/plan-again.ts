import type * as proofs from '#shared/api/proofs.ts'
import { newDelivery } from '#shared/model/delivery-form.ts'
import { toDollars } from '#shared/rules/money.ts'
import type { StoredDelivery } from '../data/entities/delivery.ts'
import { OvertakenError, retryIfOvertaken } from '../data/overtaken.ts'
import { put } from '../data/writes.ts'
import { patientOpenDeliveriesWrite, unchangedDeliveryGuard } from '../deliveries/compose-delivery-change.ts'
import { newStoredDelivery, storeNewDelivery } from '../deliveries/create-delivery.ts'
import { presentDelivery } from '../deliveries/present-delivery.ts'
import { findDelivery } from '../deliveries/read-delivery.ts'
import { todayOf } from '../deliveries/today.ts'
import { AppError } from '../failures/app-error.ts'
import type { Operation } from '../http/operation.ts'
import { parseOrRefuse } from '../http/read-request.ts'
import { findCurrentPatient } from '../patients/current-patient.ts'

/** Returns the form of a delivery that is planned like `old`, for its day or, if that has passed, for today, without a pharmacist. */
const formLike = (old: StoredDelivery, today: string) => ({
  ...old,
  status: undefined,
  external_id: '',
  pharmacist_id: null,
  delivery_date: old.delivery_date < today ? today : old.delivery_date,
  delivery_notes: old.order_notes,
  rx_information: old.rx_information.map((row) => ({ ...row, copay: toDollars(row.copay) })),
  sku_information: old.sku_information.map((row) => ({ ...row, price: toDollars(row.price) })),
})

/** Plans a delivery anew whose completion was recorded by mistake. Each of the two deliveries names the other. */
export const planAgain: Operation<typeof proofs.planAgain> = ({ caller, params, idempotency, activity }, services) =>
  retryIfOvertaken(async () => {
    const old = await findDelivery(caller, params, services)
    if (!old.recorded_by_mistake)
      throw new AppError('conflict', 'Only a delivery that was recorded by mistake can be planned again')
    if (old.planned_again_as) throw new AppError('conflict', 'This delivery was already planned again')
    const form = parseOrRefuse(newDelivery(), formLike(old, todayOf(caller, services)), 'body')
    const patient = await findCurrentPatient(services.table, caller.keys, old.patient_id)
    const planned = await newStoredDelivery({ body: form, patient, current: old.time_range }, caller, services)
    const delivery: StoredDelivery = { ...planned, again_of: old.id }
    const answer = await presentDelivery(delivery, caller, services)
    const next = { ...old, planned_again_as: delivery.id, version: old.version + 1 }
    await storeNewDelivery({ delivery, caller, activity }, services, [
      ...(idempotency ? [idempotency.record(answer)] : []),
      patientOpenDeliveriesWrite(caller.keys.patient(delivery.patient_id), 1),
      put(caller.keys.delivery(old.id), next, {
        ...unchangedDeliveryGuard(old),
        refused: () => new OvertakenError(),
      }),
    ])
    return answer
  })
