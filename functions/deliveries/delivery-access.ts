import { manageDeliveriesRule, permissionRefusalText, satisfiesRule } from '#shared/rules/permissions.ts'
import type { StoredDelivery } from '../data/entities/delivery.ts'
import { AppError } from '../failures/app-error.ts'
import type { Caller } from '../http/operation.ts'

/**
 * Whether the caller may see all deliveries. Otherwise the caller sees only their own, so every call that returns deliveries has to
 * filter by this. `tests/isolation/own-deliveries.test.ts` names a call that returns an id or a text of another driver's delivery.
 * It cannot see whose deliveries a figure counts; a call that returns figures needs a test of its own.
 */
export const maySeeAllDeliveries = ({ tenant, permissions }: Caller) =>
  tenant.staff_see_all || satisfiesRule(permissions, manageDeliveriesRule)

export const maySeeDelivery = (caller: Caller, { pharmacist_id }: Pick<StoredDelivery, 'pharmacist_id'>) =>
  pharmacist_id === caller.user.id || maySeeAllDeliveries(caller)

export const managesDeliveries = ({ permissions }: Caller) => satisfiesRule(permissions, manageDeliveriesRule)

/** Throws a 403 unless the caller manages deliveries or is the person with this id. */
export function requirePersonOrManager(caller: Caller, personId: string | null): void {
  if (!managesDeliveries(caller) && personId !== caller.user.id) throwManagersOnly()
}

export function throwManagersOnly(): never {
  throw new AppError('forbidden', permissionRefusalText(manageDeliveriesRule.named))
}
