import type { MoneyByMethod } from '#shared/model/payment.ts'
import {
  type CountedMoney,
  type OwnCorrection,
  type Run,
  type RunClosing,
  type RunDelivery,
  runDelivery,
} from '#shared/model/run.ts'
import { pickFields } from '#shared/model/shapes.ts'
import { toCents, toDollars } from '#shared/rules/money.ts'
import { doorNeedsOf } from '#shared/rules/needs.ts'
import { sortWithStopNumbers } from '#shared/rules/stops.ts'
import { presentAttempt, type StoredDelivery } from '../data/entities/delivery.ts'
import { idsWentOut, type StoredClosing } from '../data/entities/run.ts'
import { deliveryRowPresenter } from '../deliveries/present-delivery.ts'
import { hadDeliveries } from '../deliveries/read-prior-deliveries.ts'
import { wasReceived } from '../deliveries/run-of.ts'
import type { Caller } from '../http/operation.ts'
import type { Services } from '../http/services.ts'
import {
  centsDueAtDoor,
  idsToHandOver,
  mapMoneyByMethod,
  mistakenDeliveries,
  moneyCollectedByMethod,
  overpaidDeliveries,
  packagesBack,
  runCountsOf,
  runStateOf,
  totalCentsDue,
  underpaidDeliveries,
} from './count-run.ts'
import type { FoundRun } from './find-run.ts'

const inDollars = (sums: MoneyByMethod) => mapMoneyByMethod(sums, toDollars)

const counted = (change: (sum: number) => number, { cash, check, card }: CountedMoney): CountedMoney => ({
  cash: change(cash),
  check: change(check),
  card: change(card),
})

/** Converts counted amounts from dollars to cents, for storage. */
export const countedMoneyInCents = (sums: CountedMoney) => counted(toCents, sums)

/** Returns a function that converts a run's package to the response's form. */
function packagePresenter({ patients }: Pick<FoundRun, 'patients'>, caller: Caller, services: Services) {
  const rowOf = deliveryRowPresenter(caller, services)
  return ({ stop, item }: { stop: number; item: StoredDelivery }): RunDelivery => {
    const patient = patients.get(item.patient_id)
    return pickFields(runDelivery(), {
      ...item,
      ...rowOf(item),
      stop,
      needs: doorNeedsOf(item),
      attempts: item.attempts.map(presentAttempt),
      ...(patient && { first_delivery: !hadDeliveries(patient) }),
      amount_due: toDollars(centsDueAtDoor(item)),
    })
  }
}

type RunItems = Pick<FoundRun, 'item' | 'deliveries'>

const placesOf = ({ item, deliveries }: RunItems) => sortWithStopNumbers(deliveries, item.order, item.numbers)

/** Converts one package of a run to the response's form, including its stop number within the whole run. */
export function presentPackage(
  run: RunItems & Pick<FoundRun, 'patients'>,
  delivery: StoredDelivery,
  { caller, services }: { caller: Caller; services: Services },
): RunDelivery {
  const deliveries = [...run.deliveries.filter(({ id }) => id !== delivery.id), delivery]
  const place = placesOf({ ...run, deliveries }).find(({ item }) => item.id === delivery.id)
  return packagePresenter(run, caller, services)({ stop: place?.stop ?? 0, item: delivery })
}

/**
 * Converts a run to the response's form. Hides the first count of an unconfirmed closing from everybody except the person who made
 * it, because anybody else may still do the second count.
 */
export function presentRun(found: FoundRun, caller: Caller, services: Services): Run {
  const run = presentRunWithFirstCounts(found, caller, services)
  const isHidden = ({ confirmed_at, closed_by }: RunClosing) => confirmed_at === null && closed_by.id !== caller.user.id
  return {
    ...run,
    closings: run.closings.map((closing) => (isHidden(closing) ? { ...closing, counted: null } : closing)),
  }
}

/** Converts a run to the response's form, with the counts that `presentRun` hides. */
export function presentRunWithFirstCounts(run: FoundRun, caller: Caller, services: Services): Run {
  const { person, date, item, deliveries } = run
  const ids = new Set(idsToHandOver(item))
  const covered = deliveries.filter(({ id }) => ids.has(id))
  return {
    person,
    former_driver: run.isPastDriver,
    date,
    state: runStateOf(item, deliveries),
    version: item.version,
    waiting: item.waiting ?? 0,
    last_heard_at: item.last_heard_at ?? null,
    counts: runCountsOf(deliveries),
    expected: toDollars(totalCentsDue(deliveries)),
    collected: inDollars(moneyCollectedByMethod(deliveries)),
    deliveries: placesOf({ item, deliveries }).map(packagePresenter(run, caller, services)),
    closings: item.closings.map((closing) => presentClosing(closing, { item, deliveries })),
    to_close: {
      deliveries: ids.size,
      delivered: covered.filter(wasReceived).length,
      recorded_by_mistake: covered.filter((one) => one.recorded_by_mistake).length,
      expected: toDollars(totalCentsDue(covered)),
      collected: inDollars(moneyCollectedByMethod(covered)),
      owing: underpaidDeliveries(covered),
      back: packagesBack(covered),
      extra: overpaidDeliveries(covered),
    },
  }
}

/**
 * Returns the money that was collected with the deliveries of a handover, in cents, corrections included. A delivery that has gone
 * out again since then counts towards its later handover instead.
 */
export const handoverMoney = (closing: StoredClosing, run: RunItems): MoneyByMethod =>
  moneyCollectedByMethod(broughtIn(closing, run))

function broughtIn(closing: StoredClosing, { item, deliveries }: RunItems): StoredDelivery[] {
  const later = item.closings.slice(item.closings.indexOf(closing) + 1)
  const outAgain = new Set([...idsWentOut(item.went_out), ...later.flatMap(({ delivery_ids }) => delivery_ids)])
  const ids = new Set(closing.delivery_ids.filter((id) => !outAgain.has(id)))
  return deliveries.filter(({ id }) => ids.has(id))
}

/**
 * Returns the driver's own corrections of the amounts and payment methods in a handover. Once the handover is confirmed, later
 * corrections are left out.
 */
export const handoverCorrections = (closing: StoredClosing, run: RunItems): OwnCorrection[] =>
  broughtIn(closing, run).flatMap(({ id, patient_name, own_corrections = [] }) =>
    own_corrections
      .filter(({ corrected_at }) => closing.confirmed_at === null || corrected_at <= closing.confirmed_at)
      .map((correction) => ({ ...correction, delivery_id: id, patient_name })),
  )

/**
 * Whether a closing counted a delivery as received. Times wouldn't tell, because the completion may be declared a mistake at the same
 * moment, by a server whose clock differs.
 */
const countedThen = ({ mistaken_ids }: StoredClosing, { id }: StoredDelivery) => !mistaken_ids?.includes(id)

function presentClosing(closing: StoredClosing, run: RunItems): RunClosing {
  const { delivery_ids, confirmed_at, confirmed_counted, blind_count } = closing
  const covered = broughtIn(closing, run)
  const now = moneyCollectedByMethod(covered)
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
    adjustment: mapMoneyByMethod(now, (sum, method) => toDollars(sum - collected[method])),
    owing: underpaidDeliveries(covered),
    back: closing.back ?? packagesBack(covered),
    extra: overpaidDeliveries(covered),
    mistakes: mistakenDeliveries(covered.filter((one) => countedThen(closing, one))),
    blind_count:
      blind_count && confirmed_at !== null
        ? { ...blind_count, counted: counted(toDollars, blind_count.counted) }
        : null,
    corrections: handoverCorrections(closing, run),
  }
}
