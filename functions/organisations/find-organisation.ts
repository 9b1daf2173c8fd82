import { findAccount } from '../data/accounts.ts'
import type { StoredTenant } from '../data/entities/tenant.ts'
import type { Table } from '../data/table.ts'
import { keysOf } from '../data/table-keys.ts'

/**
 * Finds the organisations that an operator means: by an organisation's id, or by the email address of an administrator. Several are
 * found if the administrator has several.
 */
export async function findOrganisations(table: Table, idOrEmail: string): Promise<StoredTenant[]> {
  if (!idOrEmail.includes('@')) {
    const tenant = await table.get(keysOf(idOrEmail).tenant)
    return tenant ? [tenant] : []
  }
  const known = await findAccount(table, idOrEmail.trim().toLowerCase())
  const found = (known?.memberships ?? []).map(async ({ tenant_id, user_id }) => {
    const keys = keysOf(tenant_id)
    const [user, tenant] = await Promise.all([table.get(keys.user(user_id)), table.get(keys.tenant)])
    return user?.is_active && user.is_tenant_admin && tenant ? [tenant] : []
  })
  return (await Promise.all(found)).flat()
}
