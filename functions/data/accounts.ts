import { randomUUID } from 'node:crypto'
import type { StoredAccount, StoredMembership } from './entities/account.ts'
import type { StoredCredentials } from './entities/credentials.ts'
import type { StoredUser } from './entities/user.ts'
import { OvertakenError } from './overtaken.ts'
import { runInMembership } from './scope.ts'
import type { Table } from './table.ts'
import { keysOf, unscopedKeys } from './table-keys.ts'
import { conditionCheck, put, remove, update, type Write } from './writes.ts'

/** An account with its memberships. An account is a mailbox whose owner has proven access to it. */
export interface AccountWithMemberships {
  account: StoredAccount
  /** The membership of the organisation that was used last comes first. */
  memberships: StoredMembership[]
}

/** Reads the account and its memberships with one query. */
export async function readAccount(table: Table, accountId: string): Promise<AccountWithMemberships | undefined> {
  // Sessions sort after memberships and can be numerous, so the query stops before them.
  const items = await table.queryAll(unscopedKeys.accountAndMemberships(accountId), {
    to: 'MEMBER#~',
    consistent: true,
  })
  const account = items.find((item) => 'session_epoch' in item)
  if (!account) return undefined
  const isLast = ({ tenant_id }: StoredMembership) => Number(tenant_id === account.last_tenant_id)
  return { account, memberships: items.filter((item) => 'user_id' in item).sort((a, b) => isLast(b) - isLast(a)) }
}

/**
 * Returns the account's active user in the organisation that was used last, or else an active user in any other of its
 * organisations.
 */
export async function findActiveUser(
  table: Table,
  { account, memberships }: AccountWithMemberships,
): Promise<StoredUser | undefined> {
  for (const { tenant_id, user_id } of memberships) {
    const user = await runInMembership(memberships, tenant_id, () => table.get(keysOf(tenant_id).user(user_id)))
    if (user?.is_active && user.account_id === account.id) return user
  }
  return undefined
}

/**
 * Finds an account by its e-mail address, which must be trimmed and in lower case. For an unknown address it makes the same two
 * reads, so that the response time does not reveal whether an account exists. The second read then asks for a random account id,
 * which is new each time, so that no partition becomes hot.
 */
export async function findAccount(table: Table, email: string): Promise<AccountWithMemberships | undefined> {
  const owner = await table.get(unscopedKeys.email(email))
  return readAccount(table, owner?.account_id ?? randomUUID())
}

/**
 * Returns the writes that create an account for a mailbox that was just proven. If two requests prove the mailbox at the same
 * moment, the transaction of the later one fails with `OvertakenError`, so that its retry joins the account that the earlier one
 * created.
 */
export const newAccountWrites = (account: StoredAccount, credentials: StoredCredentials): Write[] => [
  put(
    unscopedKeys.email(account.email),
    { account_id: account.id },
    { absent: true, refused: () => new OvertakenError() },
  ),
  put(unscopedKeys.account(account.id), account, { absent: true }),
  put(unscopedKeys.credentials(account.id), credentials, { absent: true }),
]

export const membershipWrite = (accountId: string, membership: StoredMembership): Write =>
  put(unscopedKeys.membership(accountId, membership.tenant_id), membership)

/**
 * Returns the writes by which an existing account joins an organisation. They fail with `OvertakenError` if the account has been
 * deleted since it was read.
 */
export const joiningWrites = (
  account: StoredAccount,
  membership: StoredMembership,
  set: Partial<StoredAccount>,
): Write[] => [
  membershipWrite(account.id, membership),
  update(
    unscopedKeys.account(account.id),
    { set, add: { joins: 1 } },
    { exists: true, refused: () => new OvertakenError() },
  ),
]

/** Returns a condition that fails if the account has joined an organisation since it was read. */
export const noNewMembershipCondition = ({ joins }: StoredAccount) =>
  joins === undefined ? { hasNot: ['joins'] as const } : { where: { joins } }

/**
 * Returns the writes by which an account leaves an organisation. Leaving its last organisation also deletes the account, including
 * its password, second factors and Google connection, so that a person who is invited again starts afresh.
 */
export async function leavingWrites(
  table: Table,
  { account_id, tenant_id }: { account_id: string; tenant_id: string },
): Promise<Write[]> {
  const left = remove(unscopedKeys.membership(account_id, tenant_id))
  const known = await readAccount(table, account_id)
  if (!known) return [left]
  const refused = () => new OvertakenError()
  const other = known.memberships.find((membership) => membership.tenant_id !== tenant_id)
  // If two organisations remove the person at the same moment, each of them still sees the other membership. This check makes the
  // second removal fail, so that no account is left without a membership.
  if (other)
    return [left, conditionCheck(unscopedKeys.membership(account_id, other.tenant_id), { exists: true, refused })]
  const { account } = known
  const owner = await table.get(unscopedKeys.email(account.email))
  const google_sub = owner?.account_id === account_id ? owner.google_sub : undefined
  return [
    left,
    remove(unscopedKeys.account(account_id), { exists: true, ...noNewMembershipCondition(account), refused }),
    remove(unscopedKeys.credentials(account_id)),
    remove(unscopedKeys.email(account.email), {
      where: { account_id, ...(google_sub !== undefined && { google_sub }) },
      ...(google_sub === undefined && { hasNot: ['google_sub'] }),
      refused,
    }),
    ...(google_sub === undefined ? [] : [remove(unscopedKeys.google(google_sub))]),
  ]
}
