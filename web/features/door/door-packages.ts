import type { Delivery } from '#shared/model/delivery.ts'
import type { DeliveryRow } from '#shared/model/delivery-row.ts'
import type { RunDelivery } from '#shared/model/run.ts'
import { toCents, toDollars } from '#shared/rules/money.ts'
import type { DeliveryAtDoor } from '../deliveries/delivery-events.ts'

/** Returns the id of a delivery's patient, or the delivery's own id if it has no patient. */
export const patientKey = ({ patient_id, id }: Pick<DeliveryRow, 'id' | 'patient_id'>) => patient_id || id

/** Returns the patients of these packages as pairs of key and name, without duplicates. */
export const patientsOfPackages = (packages: readonly Pick<DeliveryAtDoor, 'id' | 'patient_id' | 'patient_name'>[]) => [
  ...new Map(packages.map((delivery) => [patientKey(delivery), delivery.patient_name])),
]

/** Returns the sum of the packages' copays, in dollars. */
export const totalCopay = (packages: readonly Pick<DeliveryRow, 'total_copay'>[]) =>
  toDollars(packages.reduce((cents, { total_copay }) => cents + toCents(total_copay), 0))

type Due = Partial<Pick<RunDelivery, 'amount_due'> & Pick<Delivery, 'collect_copay'>> & Pick<DeliveryRow, 'total_copay'>

/**
 * Returns the amount due for a package, in cents. A package of a run states the amount, and a whole delivery says whether its copay
 * has to be collected. A row of the deliveries list has neither, so the amount is 0.
 */
const centsDue = ({ amount_due = 0, collect_copay, total_copay }: Due) =>
  toCents(collect_copay ? total_copay : amount_due)

/** Returns the dollars to collect for these packages, or undefined if there is nothing to collect. */
export function dollarsDue(packages: readonly Due[]): number | undefined {
  const cents = packages.reduce((sum, delivery) => sum + centsDue(delivery), 0)
  return cents > 0 ? toDollars(cents) : undefined
}

/**
 * Divides a collected sum among packages and returns the cents by package id. Each package but the first gets its own amount due as
 * long as money remains; the first gets the rest.
 */
export function splitAmount(cents: number, packages: readonly (Due & Pick<DeliveryRow, 'id'>)[]) {
  const [first, ...others] = packages
  const shares: Record<string, number> = {}
  let left = cents
  for (const delivery of others) {
    const share = Math.min(left, centsDue(delivery))
    shares[delivery.id] = share
    left -= share
  }
  if (first) shares[first.id] = left
  return shares
}
