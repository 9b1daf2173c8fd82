import type { StoredDelivery } from '../data/entities/delivery.ts'
import { update, type Write } from '../data/writes.ts'
import type { Caller } from '../http/operation.ts'
import { managesDeliveries } from './delivery-access.ts'
import { runClosedError } from './run-of.ts'

export interface TakeOverPlan {
  /** The person to whom the delivery is reassigned. */
  taker: { pharmacist_id: string; pharmacist_name: string }
  writes: readonly Write[]
}

/**
 * Plans how a caller who acts at the door of a delivery that isn't assigned to them takes it over, so that run, money and proof
 * belong to the person who was at the door. Returns undefined for the caller's own delivery, and for a caller who manages
 * deliveries, because a manager acts on behalf of the assigned driver. The writes fail if the run that loses the package is closed
 * and the closing isn't confirmed yet; `runItemWrites` checks the run that gets the package.
 */
export function planTakeOver(
  caller: Caller,
  { pharmacist_id, delivery_date }: Pick<StoredDelivery, 'pharmacist_id' | 'delivery_date'>,
): TakeOverPlan | undefined {
  const { user, keys } = caller
  if (managesDeliveries(caller) || pharmacist_id === user.id) return undefined
  const run = pharmacist_id === null ? undefined : keys.run(delivery_date, pharmacist_id)
  return {
    taker: { pharmacist_id: user.id, pharmacist_name: user.full_name },
    writes: run ? [update(run, { add: { writes: 1 } }, { hasNot: ['resting'], refused: runClosedError })] : [],
  }
}
