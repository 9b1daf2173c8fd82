import type * as deliveries from '#shared/api/deliveries.ts'
import { effectivePermissions } from '#shared/rules/effective-permissions.ts'
import { manageDeliveriesRule, satisfiesRule } from '#shared/rules/permissions.ts'
import type { Operation } from '../http/operation.ts'
import { isEligiblePharmacist } from './find-pharmacist.ts'

export const listPharmacists: Operation<typeof deliveries.listPharmacists> = async ({ caller }, { table }) => {
  const users = await table.queryAll(caller.keys.users)
  return users
    .filter((user) => isEligiblePharmacist(user, caller))
    .map((user) => {
      const { id, full_name, email, phone = '' } = user
      const held = effectivePermissions(user, caller.roles, caller.tenant.subscribed_products)
      return { id, full_name, email, phone, delivers: !satisfiesRule(held, manageDeliveriesRule) }
    })
    .sort((a, b) => a.full_name.localeCompare(b.full_name))
}
