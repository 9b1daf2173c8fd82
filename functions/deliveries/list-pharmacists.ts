import type * as deliveries from '#shared/api/deliveries.ts'
import type { Operation } from '../http/operation.ts'
import { isEligiblePharmacist } from './find-pharmacist.ts'

export const listPharmacists: Operation<typeof deliveries.listPharmacists> = async ({ caller }, { table }) => {
  const users = await table.queryAll(caller.keys.users)
  return users
    .filter((user) => isEligiblePharmacist(user, caller))
    .map(({ id, full_name, email }) => ({ id, full_name, email }))
    .sort((a, b) => a.full_name.localeCompare(b.full_name))
}
