import type * as deliveries from '#shared/api/deliveries.ts'
import { aboutDelivery } from '../data/subjects.ts'
import { findDelivery } from '../deliveries/read-delivery.ts'
import { isCurrentSlipCode } from '../deliveries/slip.ts'
import type { Operation } from '../http/operation.ts'

export const checkSlip: Operation<typeof deliveries.checkSlip> = async (
  { caller, params, query, activity },
  services,
) => {
  const delivery = await findDelivery(caller, params, services)
  await activity.record({ action: 'delivery.read', ...aboutDelivery(delivery) })
  return { current: await isCurrentSlipCode(query.code, delivery, services) }
}
