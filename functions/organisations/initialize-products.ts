import type * as users from '#shared/api/users.ts'
import { changesBetween } from '../data/changes.ts'
import { readOrganisation } from '../data/organisations.ts'
import { retryIfOvertaken } from '../data/overtaken.ts'
import { aboutRole } from '../data/subjects.ts'
import { planSystemRoles } from '../data/system-roles.ts'
import type { Operation } from '../http/operation.ts'
import { eventFieldsOfRole } from '../people/role-writes.ts'

export const initializeProducts: Operation<typeof users.initializeProducts> = ({ caller, activity }, services) =>
  retryIfOvertaken(async () => {
    const { keys, tenant } = caller
    const { roles: stored } = await readOrganisation(services.table, tenant.id, services.now())
    const subscribed = tenant.subscribed_products
    const { roles, writes } = planSystemRoles({ tenant, keys, roles: stored, subscribed, newId: services.newId })
    const happenings = roles.flatMap((role) => {
      const before = stored.find(({ id }) => id === role.id)
      const changes = changesBetween(before ? eventFieldsOfRole(before) : {}, eventFieldsOfRole(role))
      const action = before ? ('role.edited' as const) : ('role.created' as const)
      return changes.length > 0 ? [{ action, ...aboutRole(role), changes }] : []
    })
    await activity.record(happenings, ...writes)
    return { initialized: roles.map(({ name }) => name) }
  })
