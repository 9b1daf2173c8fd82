import type { MoneyByMethod } from '#shared/model/payment.ts'
import { type Closing, type Counted, type Run, type RunDelivery, runDelivery } from '#shared/model/run.ts'
import { only } from '#shared/model/shapes.ts'
import { toCents, toDollars } from '#shared/rules/money.ts'
import { needsOf } from '#shared/rules/needs.ts'
import { inStops } from '#shared/rules/stops.ts'
import type { StoredDelivery } from '../data/entities/delivery.ts'
import type { StoredClosing } from '../data/entities/run.ts'
import { rowPresenter } from '../deliveries/present-delivery.ts'
import type { Caller } from '../http/operation.ts'
import type { Services } from '../http/services.ts'
import { amountDue, byMethod, collectedOf, countsOf, expectedOf, stateOf, toCover } from './count-run.ts'
import type { FoundRun } from './find-run.ts'

const inDollars = (sums: MoneyByMethod) => byMethod(sums, toDollars)

const counted = (change: (sum: number) => number, { cash, check, card }: Counted): Counted => ({
  cash: change(cash),
  check: change(check),
  card: change(card),
})

/** Sums that were counted, as they are kept. */
export const countedInCents = (sums: Counted) => counted(toCents, sums)

/** How the packages of a run are answered. */
function packagePresenter(caller: Caller, services: Services) {
  const rowOf = rowPresenter(caller, services)
  return ({ stop, item }: { stop: number; item: StoredDelivery }): RunDelivery =>
    only(runDelivery(), {
      ...item,
      ...rowOf(item),
      stop,
      needs: needsOf(item),
      amount_due: toDollars(amountDue(item)),
    })
}

type RunItems = Pick<FoundRun, 'item' | 'deliveries'>

const placesOf = ({ item, deliveries }: RunItems) => inStops(deliveries, item.order)

/** One package of a run, as it is with all the others. */
export function presentPackage(
  run: RunItems,
  delivery: StoredDelivery,
  { caller, services }: { caller: Caller; services: Services },
): RunDelivery {
  const deliveries = [...run.deliveries.filter(({ id }) => id !== delivery.id), delivery]
  const place = placesOf({ ...run, deliveries }).find(({ item }) => item.id === delivery.id)
  return packagePresenter(caller, services)({ stop: place?.stop ?? 0, item: delivery })
}

export function presentRun({ person, date, item, deliveries }: FoundRun, caller: Caller, services: Services): Run {
  const ids = new Set(toCover(item, deliveries))
  const covered = deliveries.filter(({ id }) => ids.has(id))
  return {
    person,
    date,
    state: stateOf(item, deliveries),
    version: item.version,
    counts: countsOf(deliveries),
    expected: toDollars(expectedOf(deliveries)),
    collected: inDollars(collectedOf(deliveries)),
    deliveries: placesOf({ item, deliveries }).map(packagePresenter(caller, services)),
    closings: item.closings.map((closing) => presentClosing(closing, { item, deliveries })),
    to_close: {
      deliveries: ids.size,
      delivered: covered.filter(({ status }) => status === 'delivered').length,
      expected: toDollars(expectedOf(covered)),
      collected: inDollars(collectedOf(covered)),
    },
  }
}

/** What a handover's deliveries brought in, as of now. One that has gone out again since brings it in where that is handed over. */
export function collectedNow(closing: StoredClosing, { item, deliveries }: RunItems): MoneyByMethod {
  const later = item.closings.slice(item.closings.indexOf(closing) + 1)
  const outAgain = new Set([...item.went_out, ...later.flatMap(({ delivery_ids }) => delivery_ids)])
  const ids = new Set(closing.delivery_ids.filter((id) => !outAgain.has(id)))
  return collectedOf(deliveries.filter(({ id }) => ids.has(id)))
}

function presentClosing(closing: StoredClosing, run: RunItems): Closing {
  const { delivery_ids, confirmed_at, confirmed_counted } = closing
  const now = collectedNow(closing, run)
  const collected = confirmed_at === null ? now : closing.collected
  return {
    closed_by: closing.closed_by,
    closed_at: closing.closed_at,
    counted: counted(toDollars, closing.counted),
    note: closing.note,
    confirmed_by: closing.confirmed_by,
    confirmed_at,
    confirmed_counted: confirmed_counted && counted(toDollars, confirmed_counted),
    reason: closing.reason,
    deliveries: delivery_ids.length,
    expected: toDollars(closing.expected),
    collected: inDollars(collected),
    adjustment: byMethod(now, (sum, method) => toDollars(sum - collected[method])),
  }
}
