import type * as deliveries from '#shared/api/deliveries.ts'
import type { StoredDelivery } from '../data/entities.ts'
import { notFound } from '../http/app-error.ts'
import type { House } from '../http/house.ts'
import type { Caller, Operation } from '../http/operation.ts'
import { presentDelivery } from './present-delivery.ts'

/** The caller's delivery of this id, or 404. */
export async function findDelivery(caller: Caller, { id }: { id: string }, { table }: House): Promise<StoredDelivery> {
  const stored = await table.get(caller.keys.delivery(id))
  if (!stored) throw notFound('Delivery')
  return stored
}

export const readDelivery: Operation<typeof deliveries.readDelivery> = async ({ caller, params }, house) =>
  presentDelivery(await findDelivery(caller, params, house), house.media)

/** Newest first. */
export const readStatusHistory: Operation<typeof deliveries.readStatusHistory> = async ({ caller, params }, house) =>
  (await findDelivery(caller, params, house)).history.toReversed()

export const readPrintData: Operation<typeof deliveries.readPrintData> = async ({ caller, params }, house) => {
  const { id, patient_name, rx_count, sku_count } = await findDelivery(caller, params, house)
  return { id, patient_name, rx_count, sku_count, url: `${house.appOrigin}/pharmacy/delivery/${id}` }
}
