import { effectivePermissions } from '#shared/rules/permissions.ts'
import type { StoredUser } from '../data/entities.ts'
import type { Write } from '../data/table.ts'
import { invalidField } from '../http/app-error.ts'
import type { House } from '../http/house.ts'
import type { Caller } from '../http/operation.ts'

/** Deliveries are assigned to active users of the tenant who see deliveries. */
export const isEligible = (user: StoredUser, { roles, tenant }: Caller) =>
  user.is_active && effectivePermissions(user, roles, tenant.subscribed_products).has('delivery.view_orders')

const unknownPharmacist = () => invalidField('pharmacist_id', 'This pharmacist does not exist')

/** The fields of an assignment; 422 when the id is nobody to whom this tenant can assign. */
export async function assignmentOf(pharmacistId: string | null, caller: Caller, house: House) {
  if (pharmacistId === null) return { pharmacist_id: null, pharmacist_name: null }
  const user = await house.table.get(caller.keys.user(pharmacistId))
  if (!user || !isEligible(user, caller)) throw unknownPharmacist()
  return { pharmacist_id: user.id, pharmacist_name: user.full_name }
}

/**
 * Belongs into the write that assigns: nobody who is deactivated at the same moment gets a delivery. His version moves with it, so
 * that a deactivation which counted his open deliveries before has to count anew.
 */
export const handOver = ({ keys }: Caller, pharmacistId: string | null, refused = unknownPharmacist): Write[] =>
  pharmacistId === null
    ? []
    : [
        {
          key: keys.user(pharmacistId),
          update: 'ADD version :one',
          condition: 'is_active = :yes',
          values: { ':one': 1, ':yes': true },
          refused,
        },
      ]
