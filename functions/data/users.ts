import { AppError, invalidFieldError } from '../failures/app-error.ts'
import { leavingWrites } from './accounts.ts'
import type { PendingMembership } from './entities/pending-membership.ts'
import type { StoredUser } from './entities/user.ts'
import { pickExpiry } from './expiring-item.ts'
import type { Table } from './table.ts'
import { keysOf, type TenantKeys, unscopedKeys } from './table-keys.ts'
import { put, remove, update, type Write } from './writes.ts'

export const unknownRoleError = () => invalidFieldError('roles', 'This role does not exist')

const isActiveAdmin = (user: StoredUser | undefined) => Boolean(user?.is_active && user.is_tenant_admin)

/**
 * Returns the writes that adapt two counts when a user changes: how many users each role has, and how many active administrators
 * the tenant has. They belong in the transaction that changes the user. They fail if a role no longer exists, or if no active
 * administrator would remain.
 */
export function userCountWrites(
  keys: TenantKeys,
  before: StoredUser | undefined,
  after: StoredUser | undefined,
): Write[] {
  const held = before?.roles ?? []
  const next = after?.roles ?? []
  const count = (id: string, by: number) =>
    update(keys.role(id), { add: { user_count: by } }, { exists: true, refused: unknownRoleError })
  return [
    ...next.filter((id) => !held.includes(id)).map((id) => count(id, 1)),
    ...held.filter((id) => !next.includes(id)).map((id) => count(id, -1)),
    ...countedAdmin(keys, Number(isActiveAdmin(after)) - Number(isActiveAdmin(before))),
  ]
}

function countedAdmin({ tenant }: TenantKeys, by: number): Write[] {
  if (by === 0) return []
  const add = { active_admins: by }
  if (by > 0) return [update(tenant, { add })]
  const refused = () => new AppError('conflict', 'There must be at least one active administrator')
  return [update(tenant, { add }, { above: { active_admins: 1 }, refused })]
}

const addressTaken = () => new AppError('conflict', 'A user with this email already exists')

/**
 * Returns the writes that add a user to an organisation and claim the user's e-mail address, within this organisation only. They
 * create no account and no membership.
 */
export const newUserWrites = (user: StoredUser): Write[] => {
  const keys = keysOf(user.tenant_id)
  return [
    put(keys.user(user.id), user, { absent: true }),
    put(keys.address(user.email), { user_id: user.id, ...pickExpiry(user) }, { absent: true, refused: addressTaken }),
  ]
}

/**
 * Returns the write of the entry by which a sign-in or a request for a mail finds a person by e-mail address until the person opens
 * the link in their mail.
 */
export function pendingMembershipWrite(user: StoredUser, password_hash?: string | null): Write {
  const { id: user_id, tenant_id, created_at } = user
  const person: PendingMembership = {
    tenant_id,
    user_id,
    created_at,
    ...(password_hash && { password_hash }),
    ...pickExpiry(user),
  }
  return put(unscopedKeys.waiting(user.email, person), person)
}

export const pendingMembershipRemovalWrite = ({ id: user_id, email, created_at }: StoredUser): Write =>
  remove(unscopedKeys.waiting(email, { created_at, user_id }))

/**
 * Returns writes for a person who leaves the organisation or who never joined it. They free the person's e-mail address within the
 * organisation. For a person who has joined, they also make the account leave; for others, they remove the waiting entry. They
 * don't change the user's own item.
 */
export async function userDepartureWrites(table: Table, user: StoredUser): Promise<Write[]> {
  const { tenant_id, account_id, email } = user
  return [
    remove(keysOf(tenant_id).address(email)),
    ...(account_id ? await leavingWrites(table, { account_id, tenant_id }) : [pendingMembershipRemovalWrite(user)]),
  ]
}
