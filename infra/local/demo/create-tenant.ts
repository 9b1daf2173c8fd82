import { randomUUID } from 'node:crypto'
import { membershipWrite } from '#functions/data/accounts.ts'
import type { StoredAccount } from '#functions/data/entities/account.ts'
import type { StoredTenant } from '#functions/data/entities/tenant.ts'
import type { StoredUser } from '#functions/data/entities/user.ts'
import { organisationEntryWrite, planNewTenant } from '#functions/data/organisations.ts'
import type { Table } from '#functions/data/table.ts'
import { keysOf, unscopedKeys } from '#functions/data/table-keys.ts'
import { newUserWrites, pendingMembershipWrite, userCountWrites } from '#functions/data/users.ts'
import { put, type Write } from '#functions/data/writes.ts'
import type { ProductKey } from '#shared/model/catalogue.ts'
import { defaultSettingsChoices } from '#shared/model/settings.ts'

interface NewTenant {
  name: string
  description: string
  subscribed_products: ProductKey[]
  time_zone: string
  now: Date
}

/** Creates a verified organisation with the roles that sign-up gives it, but without any user. */
export async function createTenant(table: Table, { now, ...fields }: NewTenant) {
  const tenant: StoredTenant = {
    ...company,
    ...defaultSettingsChoices,
    ...fields,
    id: randomUUID(),
    active_admins: 0,
    version: 1,
    verified_at: now.toISOString(),
    created_at: now.toISOString(),
  }
  const { roles, writes } = planNewTenant(tenant, randomUUID)
  await table.write(...writes, organisationEntryWrite(tenant.id))
  return { tenant, roles }
}

const company: Pick<StoredTenant, 'phone_number' | 'domain' | 'business_type' | 'metadata'> = {
  phone_number: '5550100100',
  domain: '',
  business_type: ['pharmacy'],
  metadata: { npi_number: '1234567893', nabp_number: '1234567', fax_number: '5550100101' },
}

export type NewDemoUser = Pick<StoredUser, 'full_name' | 'email'> &
  Partial<StoredUser> & {
    password_hash: string | null
    /** True by default. False for a person who has yet to open the mailed link of an invitation or a registration. */
    is_verified?: boolean
  }

/**
 * Returns a new user and the writes that add them. Users with `is_verified` get an account, and can sign in once
 * `addressLinkWrites` have linked their address to it.
 */
export function planUser(tenant: StoredTenant, { password_hash, is_verified = true, ...fields }: NewDemoUser) {
  const user: StoredUser = {
    id: randomUUID(),
    tenant_id: tenant.id,
    ...(is_verified && { account_id: randomUUID() }),
    avatar_url: null,
    is_tenant_admin: false,
    is_active: true,
    roles: [],
    invited_by: null,
    session_epoch: 0,
    version: 1,
    created_at: tenant.created_at,
    ...fields,
  }
  const writes: Write[] = [
    ...newUserWrites(user),
    ...userCountWrites(keysOf(tenant.id), undefined, user),
    ...(user.account_id === undefined
      ? [pendingMembershipWrite(user, password_hash)]
      : accountWrites(newStoredAccount(user, user.account_id), user, password_hash)),
  ]
  return { user, writes }
}

/** Adds the user that `planUser` plans. */
export async function addUser(table: Table, tenant: StoredTenant, fields: NewDemoUser): Promise<StoredUser> {
  const { user, writes } = planUser(tenant, fields)
  await table.write(...writes)
  return user
}

/** Returns the new account of a user who belongs to no other organisation. */
export const newStoredAccount = ({ email, tenant_id, created_at }: StoredUser, id: string): StoredAccount => ({
  id,
  email,
  session_epoch: 0,
  last_tenant_id: tenant_id,
  created_at,
})

const accountWrites = (account: StoredAccount, { id, tenant_id }: StoredUser, password_hash: string | null) => [
  put(unscopedKeys.account(account.id), account),
  put(unscopedKeys.credentials(account.id), { password_hash }),
  membershipWrite(account.id, { tenant_id, user_id: id }),
]

/**
 * Returns the writes that link the address of a user who has an account to that account, and none for a user without one. They fail
 * if the address is linked already.
 */
export const addressLinkWrites = ({ email, account_id }: StoredUser): Write[] =>
  account_id ? [put(unscopedKeys.email(email), { account_id }, { absent: true })] : []

/**
 * Links the address of a user who has an account to that account. Does nothing for a user without one. Throws if the address is
 * linked already.
 */
export async function linkAddressToAccount(table: Table, user: StoredUser): Promise<void> {
  const writes = addressLinkWrites(user)
  if (writes.length > 0) await table.write(...writes)
}
