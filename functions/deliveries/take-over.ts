import type { StoredDelivery } from '../data/entities/delivery.ts'
import { update, type Write } from '../data/writes.ts'
import type { Caller } from '../http/operation.ts'
import { manages } from './may-know.ts'
import { runClosed } from './run-of.ts'

export interface TakeOver {
  /** Whose the delivery is from now on. */
  taker: { pharmacist_id: string; pharmacist_name: string }
  writes: readonly Write[]
}

/**
 * Callers who may only see deliveries take over the delivery at whose door they act: run, money and proof follow whoever was there.
 * Callers who manage deliveries act for its person. The run that loses the package must not be closed; `runWrites` guards the other.
 */
export function takeOver(
  caller: Caller,
  { pharmacist_id, delivery_date }: Pick<StoredDelivery, 'pharmacist_id' | 'delivery_date'>,
): TakeOver | undefined {
  const { user, keys } = caller
  if (manages(caller) || pharmacist_id === user.id) return undefined
  const run = pharmacist_id === null ? undefined : keys.run(delivery_date, pharmacist_id)
  return {
    taker: { pharmacist_id: user.id, pharmacist_name: user.full_name },
    writes: run ? [update(run, { add: { writes: 1 } }, { hasNot: ['resting'], refused: runClosed })] : [],
  }
}
