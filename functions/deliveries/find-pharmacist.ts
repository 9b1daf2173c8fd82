import { effectivePermissions } from '#shared/rules/permissions.ts'
import type { StoredUser } from '../data/entities.ts'
import { invalidField } from '../http/app-error.ts'
import type { House } from '../http/house.ts'
import type { Caller } from '../http/operation.ts'

/** Deliveries are assigned to active users of the tenant who see deliveries. */
export const isEligible = (user: StoredUser, { roles, tenant }: Caller) =>
  user.is_active && effectivePermissions(user, roles, tenant.subscribed_products).has('delivery.view_orders')

/** The fields of an assignment; 422 when the id is nobody to whom this tenant can assign. */
export async function assignmentOf(pharmacistId: string | null, caller: Caller, house: House) {
  if (pharmacistId === null) return { pharmacist_id: null, pharmacist_name: null }
  const user = await house.table.get(caller.keys.user(pharmacistId))
  if (!user || !isEligible(user, caller)) throw invalidField('pharmacist_id', 'This pharmacist does not exist')
  return { pharmacist_id: user.id, pharmacist_name: user.full_name }
}
