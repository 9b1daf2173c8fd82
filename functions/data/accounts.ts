import type { TenantInfo, User } from '#shared/model/account.ts'
import { productGroups, products } from '#shared/model/catalogue.ts'
import { effectivePermissions, tenantAdminRole } from '#shared/rules/permissions.ts'
import { AppError, invalidField } from '../http/app-error.ts'
import type { EmailOwner, StoredRole, StoredTenant, StoredUser } from './entities.ts'
import { keysOf, type TenantKeys, unscopedKeys } from './keys.ts'
import { enterTenant } from './scope.ts'
import type { Table } from './table.ts'
import { put, update, type Write } from './writes.ts'

/** A user with what his rights follow from. */
interface Account {
  user: StoredUser
  tenant: StoredTenant
  roles: StoredRole[]
}

/** The tenant and its roles: one query. */
export async function readOrganisation(table: Table, tenantId: string) {
  const items = await table.queryAll(keysOf(tenantId).organisation, { consistent: true })
  return {
    tenant: items.find((item) => 'subscribed_products' in item),
    roles: items.filter((item) => 'is_system_role' in item),
  }
}

/** The id of no tenant and no user. */
export const nobody = '00000000-0000-0000-0000-000000000000'

/**
 * Unscoped: before sign-in the e-mail, lower-cased and trimmed, is all that is known. An address that is nobody's takes the
 * same reads, so that time does not tell.
 */
export async function findUserByEmail(table: Table, email: string): Promise<StoredUser | undefined> {
  const owner = await table.get(unscopedKeys.email(email))
  const tenantId = owner?.tenant_id ?? nobody
  enterTenant(tenantId)
  return table.get(keysOf(tenantId).user(owner?.user_id ?? nobody))
}

/** A user as he is answered: never his hash. */
export function presentUser({ user, tenant, roles }: Account): User {
  const firstRole = roles.find(({ id }) => id === user.roles[0])
  return {
    id: user.id,
    tenant_id: user.tenant_id,
    full_name: user.full_name,
    email: user.email,
    avatar_url: user.avatar_url,
    is_tenant_admin: user.is_tenant_admin,
    is_active: user.is_active,
    roles: user.roles,
    role: user.is_tenant_admin ? tenantAdminRole : (firstRole?.name ?? null),
    permissions: [...effectivePermissions(user, roles, tenant.subscribed_products)],
    created_at: user.created_at,
  }
}

export function presentTenant(tenant: StoredTenant): TenantInfo {
  const subscribed = products.filter(({ key }) => tenant.subscribed_products.includes(key))
  return {
    id: tenant.id,
    name: tenant.name,
    description: tenant.description,
    time_zone: tenant.time_zone,
    subscribed_product_groups: productGroups
      .map(({ key }) => key)
      .filter((group) => subscribed.some(({ group_key }) => group_key === group)),
    subscribed_products: subscribed.map(({ key }) => key),
  }
}

export const unknownRole = () => invalidField('roles', 'This role does not exist')

const isActiveAdmin = (user: StoredUser | undefined) => Boolean(user?.is_active && user.is_tenant_admin)

/**
 * What is counted of users changes with them, in one transaction: how many have a role, and how many administrators are
 * active. Refuses a role that is gone, and to lose the last administrator.
 */
export function countedWrites(
  keys: TenantKeys,
  before: StoredUser | undefined,
  after: StoredUser | undefined,
): Write[] {
  const held = before?.roles ?? []
  const wanted = after?.roles ?? []
  const count = (id: string, by: number) =>
    update(keys.role(id), { add: { user_count: by } }, { exists: true, refused: unknownRole })
  return [
    ...wanted.filter((id) => !held.includes(id)).map((id) => count(id, 1)),
    ...held.filter((id) => !wanted.includes(id)).map((id) => count(id, -1)),
    ...countedAdmin(keys, Number(isActiveAdmin(after)) - Number(isActiveAdmin(before))),
  ]
}

function countedAdmin({ tenant }: TenantKeys, by: number): Write[] {
  if (by === 0) return []
  const add = { active_admins: by }
  if (by > 0) return [update(tenant, { add })]
  const refused = () => new AppError('conflict', 'The last active administrator has to stay')
  return [update(tenant, { add }, { above: { active_admins: 1 }, refused })]
}

const emailTaken = () => new AppError('conflict', 'An account with this email already exists')

/** A new user, whom his address finds from now on. */
export const newUserWrites = (user: StoredUser): Write[] => [
  put(keysOf(user.tenant_id).user(user.id), user, { absent: true }),
  addressWrite(user),
  ...countedWrites(keysOf(user.tenant_id), undefined, user),
]

type Addressed = Pick<StoredUser, 'email' | 'tenant_id' | 'id'>

/** What an address leads to: an account, or, with an expiry, the sign-up that holds it. */
export const ownerOf = ({ email, tenant_id, id }: Addressed, expires_at_seconds?: number): EmailOwner => ({
  email,
  tenant_id,
  user_id: id,
  ...(expires_at_seconds !== undefined && { expires_at_seconds }),
})

/** Refused when the address is an account's; a sign-up that is not finished loses it. */
export const addressWrite = (user: Addressed, expires_at_seconds?: number): Write =>
  put(unscopedKeys.email(user.email), ownerOf(user, expires_at_seconds), {
    absentOr: { has: ['expires_at_seconds'] },
    refused: emailTaken,
  })
