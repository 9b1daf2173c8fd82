import type { MoneyByMethod } from '#shared/model/payment.ts'
import type { RunCounts, RunState, UnderpaidDelivery } from '#shared/model/run.ts'
import { toDollars } from '#shared/rules/money.ts'
import { sortWithStopNumbers } from '#shared/rules/stops.ts'
import type { StoredDeliveryRow } from '../data/entities/delivery.ts'
import { idsWentOut, type StoredRun } from '../data/entities/run.ts'
import { countsMoney, isPackageOut, wasReceived } from '../deliveries/run-of.ts'

/** A row of a list index. It has all facts of a package from which a run's figures are computed. Amounts are in cents. */
type Packet = StoredDeliveryRow

export function runStateOf(item: StoredRun, packages: readonly Packet[]): RunState {
  if (item.resting) return 'closed'
  if (packages.some(isPackageOut)) return 'out'
  if (idsToHandOver(item).length > 0) return 'back'
  return item.closings.length > 0 ? 'confirmed' : 'planned'
}

/** Returns the ids of the deliveries that the next closing of the run will cover: those that went out since the last closing. */
export const idsToHandOver = ({ went_out }: StoredRun): string[] => [...idsWentOut(went_out)]

export function runCountsOf(packages: readonly Packet[]): RunCounts {
  const ofStatus = (searched: Packet['status']) => packages.filter(({ status }) => status === searched)
  const toDo = ofStatus('assigned')
  return {
    stops: sortWithStopNumbers(packages, []).at(-1)?.stop ?? 0,
    deliveries: packages.length,
    to_do: toDo.length,
    out: ofStatus('in_progress').length,
    delivered: packages.filter(wasReceived).length,
    failed: ofStatus('failed').length,
    not_loaded: toDo.filter(({ loaded_at }) => loaded_at === null).length,
  }
}

/** Returns the amount to collect at the door, in cents. */
export const centsDueAtDoor = ({ collect_copay, total_copay }: Pick<Packet, 'collect_copay' | 'total_copay'>) =>
  collect_copay ? total_copay : 0

export const totalCentsDue = (packages: readonly Packet[]): number =>
  packages.filter(countsMoney).reduce((sum, one) => sum + centsDueAtDoor(one), 0)

/**
 * Returns those of the delivered packages for which less money was collected than was due, each with the missing amount in dollars.
 */
export const underpaidDeliveries = (packages: readonly Packet[]): UnderpaidDelivery[] =>
  packages
    .filter((one) => one.status === 'delivered' && countsMoney(one))
    .map((one) => ({ ...one, cents: centsDueAtDoor(one) - (one.amount ?? 0) }))
    .filter(({ cents }) => cents > 0)
    .map(({ id, patient_name, cents }) => ({ delivery_id: id, patient_name, amount: toDollars(cents) }))

/** Returns the packages of a handover that were not delivered, each with the amount in dollars that was to be collected for it. */
export const packagesBack = (packages: readonly Packet[]): UnderpaidDelivery[] =>
  packages
    .filter((one) => one.status !== 'delivered' && centsDueAtDoor(one) > 0)
    .map((one) => amountOf(one, centsDueAtDoor(one)))

/** Returns the delivered packages for which more money was collected than was due, each with the difference in dollars. */
export const overpaidDeliveries = (packages: readonly Packet[]): UnderpaidDelivery[] =>
  packages
    .filter((one) => one.status === 'delivered' && countsMoney(one))
    .map((one) => ({ one, cents: (one.amount ?? 0) - centsDueAtDoor(one) }))
    .filter(({ cents }) => cents > 0)
    .map(({ one, cents }) => amountOf(one, cents))

/** Returns the deliveries whose completion was declared a mistake, each with the amount in dollars that was to be collected. */
export const mistakenDeliveries = (packages: readonly Packet[]): UnderpaidDelivery[] =>
  packages
    .filter((one) => one.recorded_by_mistake && centsDueAtDoor(one) > 0)
    .map((one) => amountOf(one, centsDueAtDoor(one)))

const amountOf = ({ id, patient_name }: Packet, cents: number) => ({
  delivery_id: id,
  patient_name,
  amount: toDollars(cents),
})

const nothing: MoneyByMethod = { cash: 0, check: 0, card: 0, prepaid: 0, none: 0, unspecified: 0 }

const isMethod = (name: string): name is keyof MoneyByMethod => name in nothing

export function moneyCollectedByMethod(packages: readonly Packet[]): MoneyByMethod {
  const sums = { ...nothing }
  for (const { status, amount, payment_method } of packages.filter(countsMoney)) {
    if (status !== 'delivered' || amount === null) continue
    const method = payment_method !== null && isMethod(payment_method) ? payment_method : 'unspecified'
    sums[method] += amount
  }
  return sums
}

/** Applies `change` to each payment method's sum, for example to convert cents to dollars. */
export const mapMoneyByMethod = (
  sums: MoneyByMethod,
  change: (sum: number, method: keyof MoneyByMethod) => number,
) => ({
  cash: change(sums.cash, 'cash'),
  check: change(sums.check, 'check'),
  card: change(sums.card, 'card'),
  prepaid: change(sums.prepaid, 'prepaid'),
  none: change(sums.none, 'none'),
  unspecified: change(sums.unspecified, 'unspecified'),
})
