import type { StoredDelivery } from '../data/entities/delivery.ts'
import { dayLowerBound, dayUpperBound } from '../data/entities/delivery.ts'
import { emptyRun, type StoredRun } from '../data/entities/run.ts'
import { keysOf } from '../data/table-keys.ts'
import { update } from '../data/writes.ts'
import type { Services } from '../http/services.ts'

/**
 * How many packages are read at first. Two are enough in most cases: a package that has just ended, and the package after it in the
 * run's order, which is usually on its way.
 */
const fewPackages = 2

const morePackages = 20

/** How many rows of the index are read. One would do, if the index did not still list some deliveries that have just ended. */
const rowsToRead = 6

type OnRun = Pick<StoredDelivery, 'id' | 'status' | 'delivery_date' | 'pharmacist_id'>

export interface UpcomingStop {
  /** A package of the first stop; undefined if nothing is on its way. */
  first: StoredDelivery | undefined
  run: StoredRun
  /** How many packages at the start of the run's order are known to be no longer on their way. */
  passed: number
}

/**
 * Finds the first stop that still has a package on its way, in the run that `own` is on. Reads packages, first in the run's order
 * and then those without a place in it, until one is on its way.
 */
export async function findUpcomingStop(
  { table }: Pick<Services, 'table'>,
  tenantId: string,
  own: OnRun,
): Promise<UpcomingStop> {
  const { delivery_date, pharmacist_id } = own
  const keys = keysOf(tenantId)
  const run = (pharmacist_id && (await table.get(keys.run(delivery_date, pharmacist_id)))) || emptyRun
  const { order } = run
  const isOnItsWay = (one: OnRun | undefined) =>
    one?.status === 'in_progress' && one.delivery_date === delivery_date && one.pharmacist_id === pharmacist_id
  const findFirst = async (ids: readonly string[]) => {
    const unknown = ids.filter((id) => id !== own.id || isOnItsWay(own))
    if (unknown.length === 0) return undefined
    return (await table.getAll(unknown.map(keys.delivery), { consistent: true })).find(isOnItsWay)
  }

  for (let from = passedOf(run), size = fewPackages; from < order.length; from += size, size = morePackages) {
    const first = await findFirst(order.slice(from, from + size))
    if (first) return { first, run, passed: order.indexOf(first.id) }
  }
  // Packages without a place in the order come after the others, by time slot. The index lists packages by time slot, but may still
  // include some that have ended.
  const { items } = await table.query(keys.ofPharmacist(pharmacist_id, 'in_progress'), {
    from: dayLowerBound(delivery_date),
    to: dayUpperBound(delivery_date),
    limit: rowsToRead,
  })
  const ids = items.map(({ id }) => id).filter((id) => !order.includes(id))
  const first = (await findFirst(ids.slice(0, fewPackages))) ?? (await findFirst(ids.slice(fewPackages)))
  return { first, run, passed: order.length }
}

/**
 * Returns how many packages at the start of the order are known to be no longer on their way. The stored count no longer applies
 * once the order has changed or another package has gone out.
 */
const passedOf = ({ passed, version, went_out }: StoredRun) =>
  passed?.version === version && passed.went_out === went_out.length ? passed.count : 0

/**
 * Stores how far a run has come, so that later reads start there. If another request has changed the run meanwhile, nothing is
 * stored; this only costs a few more reads.
 */
export async function storeRunProgress(
  { table }: Pick<Services, 'table'>,
  tenantId: string,
  { delivery_date, pharmacist_id }: OnRun,
  { run, passed }: UpcomingStop,
): Promise<void> {
  if (!pharmacist_id || passed === passedOf(run)) return
  const { version, went_out } = run
  await table.write(
    update(
      keysOf(tenantId).run(delivery_date, pharmacist_id),
      { set: { passed: { version, went_out: went_out.length, count: passed } } },
      { where: { version }, refused: () => undefined },
    ),
  )
}
