import type * as deliveries from '#shared/api/deliveries.ts'
import { isEditable } from '#shared/rules/transitions.ts'
import { decideAnew, Overtaken } from '../data/overtaken.ts'
import { AppError } from '../http/app-error.ts'
import type { Operation } from '../http/operation.ts'
import { handOver } from './find-pharmacist.ts'
import { findDelivery } from './read-delivery.ts'

/** Only what has not been on its way yet; the open deliveries of its patient and of who has it become one less with it. */
export const deleteDelivery: Operation<typeof deliveries.deleteDelivery> = async ({ caller, params }, services) => {
  await decideAnew(async () => {
    const delivery = await findDelivery(caller, params, services)
    if (!isEditable(delivery.status))
      throw new AppError('conflict', `A delivery that is ${delivery.status} cannot be deleted`)
    await services.table.write(
      {
        key: caller.keys.delivery(delivery.id),
        remove: true,
        condition: 'version = :seen',
        values: { ':seen': delivery.version },
        refused: () => new Overtaken(),
      },
      { key: caller.keys.patient(delivery.patient_id), update: 'ADD open_deliveries :less', values: { ':less': -1 } },
      ...handOver(caller, delivery, undefined),
    )
  })
}
