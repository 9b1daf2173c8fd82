import { canDeliver } from '#shared/rules/effective-permissions.ts'
import { isAssignedOrStarted, pharmacistNeededText } from '#shared/rules/transitions.ts'
import type { StoredDelivery } from '../data/entities/delivery.ts'
import type { StoredUser } from '../data/entities/user.ts'
import { update, type Write, type WriteGuard } from '../data/writes.ts'
import { AppError, invalidFieldError } from '../failures/app-error.ts'
import type { Caller } from '../http/operation.ts'
import type { Services } from '../http/services.ts'

export const isEligiblePharmacist = (user: StoredUser, { roles, tenant }: Caller) =>
  canDeliver(user, roles, tenant.subscribed_products)

const unknownPharmacist = (field = 'pharmacist_id') =>
  invalidFieldError(field, 'Deliveries can’t be assigned to this person')

/**
 * Returns the fields that assign a delivery to the user with this id or, for null, to no one. Throws a 422 if this tenant cannot
 * assign deliveries to that user.
 */
export async function assignmentFieldsFor(pharmacistId: string | null, caller: Caller, services: Services) {
  if (pharmacistId === null) return { pharmacist_id: null, pharmacist_name: null }
  const { id, full_name } = await findPharmacist(pharmacistId, caller, services)
  return { pharmacist_id: id, pharmacist_name: full_name }
}

/**
 * Reads a user to whom this tenant can assign deliveries. If there is no such user, throws a 422 about `field`, which is
 * `pharmacist_id` by default.
 */
export async function findPharmacist(id: string, caller: Caller, { table }: Services, field?: string) {
  const user = await table.get(caller.keys.user(id))
  if (!user || !isEligiblePharmacist(user, caller)) throw unknownPharmacist(field)
  return user
}

/** Whether the user to whom a delivery is assigned can no longer sign in, because they were deactivated or deleted. */
export async function isPastDriver(id: string | null, { keys }: Caller, { table }: Services): Promise<boolean> {
  return id !== null && !(await table.get(keys.user(id)))?.is_active
}

type Assignment = Pick<StoredDelivery, 'status' | 'pharmacist_id'>

const holderOf = (delivery: Assignment | undefined) =>
  delivery && isAssignedOrStarted(delivery.status) ? delivery.pharmacist_id : null

/**
 * Returns the writes that update the count of assigned and started deliveries on the item of each person concerned. Add them to
 * every write that may assign a delivery, reassign it or end it. They fail if the person who gets the delivery is not active.
 * `before` is undefined for a new delivery, `after` for a deleted one.
 */
export function userOpenDeliveriesWrites(
  { keys }: Caller,
  before: Assignment | undefined,
  after: Assignment | undefined,
): Write[] {
  const [giver, holder] = [holderOf(before), holderOf(after)]
  const named = after?.pharmacist_id ?? null
  // A delivered package may belong to someone who was deactivated since: to the driver whose record the pharmacy has accepted.
  const isNew = named !== null && named !== before?.pharmacist_id && after?.status !== 'delivered'
  const taker = isNew ? named : holder !== giver ? holder : null
  const count = (id: string, by: number, guard: WriteGuard<StoredUser> = {}) =>
    update(keys.user(id), { add: { open_deliveries: by } }, guard)
  const refused = isNew ? () => unknownPharmacist() : () => new AppError('conflict', pharmacistNeededText)
  return [
    ...(taker ? [count(taker, holder ? 1 : 0, { where: { is_active: true }, refused })] : []),
    ...(giver && giver !== holder ? [count(giver, -1)] : []),
  ]
}
