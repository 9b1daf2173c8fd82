import type { StoredDelivery } from '../data/entities/delivery.ts'
import { dayEnd, dayStart } from '../data/entities/delivery.ts'
import { newRun, type StoredRun } from '../data/entities/run.ts'
import { keysOf } from '../data/table-keys.ts'
import { update } from '../data/writes.ts'
import type { Services } from '../http/services.ts'

/** How many packages are read at first. The next stop is almost always the one that follows in the run's order. */
const fewPackages = 2

const morePackages = 20

/** How many rows of the index are read. Only those that have ended in the last moments are in it for nothing. */
const rowsToRead = 6

type OnRun = Pick<StoredDelivery, 'id' | 'status' | 'delivery_date' | 'pharmacist_id'>

export interface FirstStop {
  /** A package of the first stop; undefined if nothing is on its way. */
  first: StoredDelivery | undefined
  run: StoredRun
  /** How many packages at the start of the run's order are no longer on their way. */
  passed: number
}

/** Finds the first stop of the run to which a package belongs. It reads packages in the run's order until one is on its way. */
export async function findFirstStop(
  { table }: Pick<Services, 'table'>,
  tenantId: string,
  own: OnRun,
): Promise<FirstStop> {
  const { delivery_date, pharmacist_id } = own
  const keys = keysOf(tenantId)
  const run = (pharmacist_id && (await table.get(keys.run(delivery_date, pharmacist_id)))) || newRun
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
  // Packages without a place in the order follow by time slot, as they do in the index, which may still list some that have ended.
  const { items } = await table.query(keys.ofPharmacist(pharmacist_id, 'in_progress'), {
    from: dayStart(delivery_date),
    to: dayEnd(delivery_date),
    limit: rowsToRead,
  })
  const ids = items.map(({ id }) => id).filter((id) => !order.includes(id))
  const first = (await findFirst(ids.slice(0, fewPackages))) ?? (await findFirst(ids.slice(fewPackages)))
  return { first, run, passed: order.length }
}

/** How many packages at the start of the order have ended. A new order, or one more package that goes out, makes the number void. */
const passedOf = ({ passed, version, went_out }: StoredRun) =>
  passed?.version === version && passed.went_out === went_out.length ? passed.count : 0

/** Stores how far a run has come, so that later readings start there. This only saves reading: a request that overtakes it wins. */
export async function keepPassed(
  { table }: Pick<Services, 'table'>,
  tenantId: string,
  { delivery_date, pharmacist_id }: OnRun,
  { run, passed }: FirstStop,
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
