import type { StoredDelivery } from '../data/entities/delivery.ts'
import { update, type Write } from '../data/writes.ts'
import type { Caller } from '../http/operation.ts'
import { managesDeliveries } from './may-know.ts'
import { runClosed } from './run-of.ts'

export interface TakeOver {
  /** The person who has the delivery from now on. */
  taker: { pharmacist_id: string; pharmacist_name: string }
  writes: readonly Write[]
}

/**
 * A caller who doesn't manage deliveries takes over a delivery by completing it or recording an attempt, so that run, money and
 * proof belong to the person who was at the door. A caller who manages deliveries acts on behalf of the delivery's person. The run
 * that loses the package must not be closed; `runWrites` guards the run that gets it.
 */
export function takeOver(
  caller: Caller,
  { pharmacist_id, delivery_date }: Pick<StoredDelivery, 'pharmacist_id' | 'delivery_date'>,
): TakeOver | undefined {
  const { user, keys } = caller
  if (managesDeliveries(caller) || pharmacist_id === user.id) return undefined
  const run = pharmacist_id === null ? undefined : keys.run(delivery_date, pharmacist_id)
  return {
    taker: { pharmacist_id: user.id, pharmacist_name: user.full_name },
    writes: run ? [update(run, { add: { writes: 1 } }, { hasNot: ['resting'], refused: runClosed })] : [],
  }
}
