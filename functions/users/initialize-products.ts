import type * as users from '#shared/api/users.ts'
import { readOrganisation } from '../data/organisations.ts'
import { decideAnew } from '../data/overtaken.ts'
import { systemRolesInLine } from '../data/system-roles.ts'
import type { Operation } from '../http/operation.ts'

export const initializeProducts: Operation<typeof users.initializeProducts> = ({ caller }, services) =>
  decideAnew(async () => {
    const { keys, tenant } = caller
    const { roles: stored } = await readOrganisation(services.table, tenant.id, services.now())
    const subscribed = tenant.subscribed_products
    const { roles, writes } = systemRolesInLine({ tenant, keys, roles: stored, subscribed, newId: services.newId })
    if (writes.length > 0) await services.table.write(...writes)
    return { initialized: roles.map(({ name }) => name) }
  })
