import type { StoredDelivery } from '../data/entities/delivery.ts'
import type { Caller } from '../http/operation.ts'
import { managesDeliveries } from './delivery-access.ts'

/** The person to whom a delivery is reassigned, because they took it over at its door. */
export type TakeOverPlan = Pick<StoredDelivery, 'pharmacist_id' | 'pharmacist_name'>

/**
 * Plans how a caller who acts at the door of a delivery that isn't assigned to them takes it over, so that run, money and proof
 * belong to the person who was at the door. Returns undefined for the caller's own delivery, and for a caller who manages
 * deliveries, because a manager acts on behalf of the assigned driver. `runItemWrites` changes the two runs.
 */
export const planTakeOver = (
  caller: Caller,
  { pharmacist_id }: Pick<StoredDelivery, 'pharmacist_id'>,
): TakeOverPlan | undefined =>
  managesDeliveries(caller) || pharmacist_id === caller.user.id
    ? undefined
    : { pharmacist_id: caller.user.id, pharmacist_name: caller.user.full_name }
