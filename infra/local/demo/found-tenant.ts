import { randomUUID } from 'node:crypto'
import type { StoredRole, StoredTenant, StoredUser } from '#functions/data/entities.ts'
import { keysOf, unscopedKeys } from '#functions/data/keys.ts'
import type { Table } from '#functions/data/table.ts'
import { type ProductKey, permissionsOfGroup, products, systemRoles } from '#shared/model/catalogue.ts'

interface NewTenant {
  name: string
  description: string
  subscribed_products: ProductKey[]
  now: Date
}

/** An organisation as sign-up leaves it: subscribed, with the system roles of its product groups. */
export async function foundTenant(table: Table, { now, ...fields }: NewTenant) {
  const tenant: StoredTenant = { ...fields, id: randomUUID(), created_at: now.toISOString() }
  const keys = keysOf(tenant.id)
  const groups = new Set(products.filter(({ key }) => tenant.subscribed_products.includes(key)).map((p) => p.group_key))
  const roles = systemRoles
    .filter(({ group_key }) => groups.has(group_key))
    .map(({ group_key, name, description, permissions }): StoredRole => {
      const granted = permissions === 'all' ? permissionsOfGroup(group_key) : [...permissions]
      return { id: randomUUID(), name, description, is_system_role: true, permissions: granted }
    })
  await table.write({ key: keys.tenant, put: tenant }, ...roles.map((role) => ({ key: keys.role(role.id), put: role })))
  return { tenant, roles }
}

/** A user who can do everything but sign in: nobody finds him by his address yet. */
export async function addUser(
  table: Table,
  tenant: StoredTenant,
  fields: Pick<StoredUser, 'full_name' | 'email' | 'password_hash'> & Partial<StoredUser>,
): Promise<StoredUser> {
  const user: StoredUser = {
    id: randomUUID(),
    tenant_id: tenant.id,
    avatar_url: null,
    is_tenant_admin: false,
    is_active: true,
    is_verified: true,
    roles: [],
    created_at: tenant.created_at,
    ...fields,
  }
  await table.write({ key: keysOf(tenant.id).user(user.id), put: user })
  return user
}

/** From now on the address is his, if it is nobody else's. */
export const addressUser = (table: Table, tenant: StoredTenant, { id, email }: StoredUser) =>
  table.write({
    key: unscopedKeys.email(email),
    put: { email, tenant_id: tenant.id, user_id: id },
    condition: 'attribute_not_exists(pk)',
  })
