import type * as proofs from '#shared/api/proofs.ts'
import { statusInWords } from '#shared/model/delivery-statuses.ts'
import { deliveryIdFromListKey, type StoredDelivery } from '../data/entities/delivery.ts'
import { OvertakenError } from '../data/overtaken.ts'
import { sortKeyBefore } from '../data/sort-keys.ts'
import { conditionCheck, update, type Write } from '../data/writes.ts'
import { changeDelivery } from '../deliveries/change-delivery.ts'
import { unchangedDeliveryGuard } from '../deliveries/compose-delivery-change.ts'
import { readDeliveries } from '../deliveries/read-deliveries.ts'
import { wasReceived } from '../deliveries/run-of.ts'
import { AppError } from '../failures/app-error.ts'
import type { Caller, Operation } from '../http/operation.ts'
import type { Services } from '../http/services.ts'

/**
 * Declares that a completion was recorded for the wrong delivery. The signed record stays as it is, with this mark, and no longer
 * counts money. Whether the patient has ever received a delivery is found out anew, so that a first delivery is asked about again.
 */
export const declareMistake: Operation<typeof proofs.declareMistake> = (request, services) => {
  const { body, caller } = request
  return changeDelivery(request, services, async (delivery) => {
    const { status, recorded_by_mistake } = delivery
    if (status !== 'delivered') throw new AppError('conflict', `This delivery is ${statusInWords(status)}`)
    if (recorded_by_mistake) return undefined
    const declared_at = services.now().toISOString()
    return {
      action: 'delivery.recorded_by_mistake',
      fields: { recorded_by_mistake: { reason: body.reason, declared_at, declared_by: caller.user.full_name } },
      notes: `Recorded by mistake: ${body.reason}`,
      historyNote: { mistake: body.reason },
      ignoresLimit: true,
      also: [await priorDeliveryWrite(delivery, caller, services)],
    }
  })
}

/**
 * Returns the write that holds on to what the patient's other deliveries say. If another one was received, the write fails when that
 * one changes. If none was, the patient counts as one who has never received a delivery, unless one is completed at the same moment.
 */
async function priorDeliveryWrite(mistaken: StoredDelivery, caller: Caller, services: Services): Promise<Write> {
  const { keys } = caller
  const refused = () => new OvertakenError()
  const patient = await services.table.get(keys.patient(mistaken.patient_id))
  const other = await findOtherReceived(mistaken, caller, services)
  if (other) return conditionCheck(keys.delivery(other.id), { ...unchangedDeliveryGuard(other), refused })
  const last = patient?.last_received_id
  return update(
    keys.patient(mistaken.patient_id),
    { set: { has_delivered: false } },
    {
      exists: true,
      ...(last === undefined ? { hasNot: ['last_received_id'] } : { where: { last_received_id: last } }),
      refused,
    },
  )
}

/** How many of a patient's deliveries are read at once in search of one that was received. */
const batch = 25

/** Finds a delivery that the patient has really received, other than the mistaken one. The latest come first. */
async function findOtherReceived({ id, patient_id }: StoredDelivery, caller: Caller, { table }: Services) {
  for (let to: string | undefined, more = true; more; ) {
    const page = await table.query(caller.keys.ofPatient(patient_id), { to, descending: true, limit: batch })
    const found = await readDeliveries(page.sortKeys.map(deliveryIdFromListKey), caller, table)
    const other = found.find((one) => one.id !== id && one.patient_id === patient_id && wasReceived(one))
    if (other) return other
    const last = page.sortKeys.at(-1)
    more = page.more && last !== undefined
    to = last && sortKeyBefore(last)
  }
  return undefined
}
