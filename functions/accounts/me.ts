import type * as auth from '#shared/api/auth.ts'
import { readAccount } from '../data/accounts.ts'
import type { StoredMembership } from '../data/entities/account.ts'
import { presentUser } from '../data/organisations.ts'
import { runInMembership } from '../data/scope.ts'
import { keysOf } from '../data/table-keys.ts'
import { lacksRequiredSecondStep } from '../http/authorise.ts'
import type { Operation } from '../http/operation.ts'
import type { Services } from '../http/services.ts'

export const me: Operation<typeof auth.me> = async ({ caller }, services) => {
  const { tenant, account } = caller
  const { memberships } = (await readAccount(services.table, account.id)) ?? { memberships: [] }
  const others = memberships.filter(({ tenant_id }) => tenant_id !== tenant.id)
  const named = await Promise.all(others.map((other) => nameOf(other, memberships, services)))
  const organisations = [{ tenant_id: tenant.id, name: tenant.name }, ...named.flatMap((found) => found ?? [])]
  return {
    ...presentUser(caller, services.now()),
    organisations: organisations.sort((a, b) => (a.name < b.name ? -1 : 1)),
    second_step_needed: lacksRequiredSecondStep(caller, services.now()),
    idle_minutes: tenant.idle_minutes,
  }
}

/** Returns the id and name of another of the caller's organisations. Returns undefined if the caller isn't active there. */
function nameOf(
  { tenant_id, user_id }: StoredMembership,
  memberships: readonly StoredMembership[],
  { table }: Services,
) {
  const keys = keysOf(tenant_id)
  return runInMembership(memberships, tenant_id, async () => {
    const [tenant, user] = await table.getAll([keys.tenant, keys.user(user_id)], { consistent: true })
    return tenant && user?.is_active ? { tenant_id, name: tenant.name } : undefined
  })
}
