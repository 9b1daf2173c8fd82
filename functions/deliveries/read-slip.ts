import type * as deliveries from '#shared/api/deliveries.ts'
import type { Operation } from '../http/operation.ts'
import { findDelivery } from './read-delivery.ts'
import { isCurrentCode } from './slip.ts'

export const readSlip: Operation<typeof deliveries.readSlip> = async ({ caller, params, query }, services) => ({
  current: await isCurrentCode(query.code, await findDelivery(caller, params, services), services),
})
