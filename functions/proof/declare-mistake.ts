import type * as proofs from '#shared/api/proofs.ts'
import { statusInWords } from '#shared/model/delivery-statuses.ts'
import { update } from '../data/writes.ts'
import { changeDelivery } from '../deliveries/change-delivery.ts'
import { AppError } from '../failures/app-error.ts'
import type { Operation } from '../http/operation.ts'

/**
 * Declares that a completion was recorded for the wrong delivery. The signed record stays as it is, with this mark, and no longer
 * counts money. Whether the patient has ever received a delivery is found out anew, so that a first delivery is asked about again.
 */
export const declareMistake: Operation<typeof proofs.declareMistake> = (request, services) => {
  const { body, caller } = request
  return changeDelivery(request, services, async ({ id, status, patient_id, recorded_by_mistake }) => {
    if (status !== 'delivered') throw new AppError('conflict', `This delivery is ${statusInWords(status)}`)
    if (recorded_by_mistake) return undefined
    const rows = await services.table.queryAll(caller.keys.hitsOfPatient(patient_id))
    const hasOthers = rows.some((row) => row.id !== id && row.status === 'delivered' && !row.recorded_by_mistake)
    const declared_at = services.now().toISOString()
    return {
      action: 'delivery.recorded_by_mistake',
      fields: { recorded_by_mistake: { reason: body.reason, declared_at, declared_by: caller.user.full_name } },
      notes: `Recorded by mistake: ${body.reason}`,
      historyNote: { mistake: body.reason },
      ignoresLimit: true,
      also: hasOthers ? [] : [update(caller.keys.patient(patient_id), { set: { has_delivered: false } })],
    }
  })
}
