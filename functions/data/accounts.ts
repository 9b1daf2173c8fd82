import { randomUUID } from 'node:crypto'
import type { StoredAccount, StoredMembership } from './entities/account.ts'
import type { StoredCredentials } from './entities/credentials.ts'
import type { StoredUser } from './entities/user.ts'
import { Overtaken } from './overtaken.ts'
import { inMembership } from './scope.ts'
import type { Table } from './table.ts'
import { keysOf, unscopedKeys } from './table-keys.ts'
import { check, put, remove, update, type Write } from './writes.ts'

/** An account, which is a proven mailbox, with the organisations that its owner belongs to. */
export interface KnownAccount {
  account: StoredAccount
  /** The organisation that was used last comes first. */
  memberships: StoredMembership[]
}

/** Reads the account and its memberships with one query. */
export async function readAccount(table: Table, accountId: string): Promise<KnownAccount | undefined> {
  // Sessions sort behind memberships, and there may be many.
  const items = await table.queryAll(unscopedKeys.accountAndMemberships(accountId), {
    to: 'MEMBER#~',
    consistent: true,
  })
  const account = items.find((item) => 'session_epoch' in item)
  if (!account) return undefined
  const isLast = ({ tenant_id }: StoredMembership) => Number(tenant_id === account.last_tenant_id)
  return { account, memberships: items.filter((item) => 'user_id' in item).sort((a, b) => isLast(b) - isLast(a)) }
}

/** The user of the organisation that the account used last, or else of any other in which it is active. */
export async function findActiveUser(
  table: Table,
  { account, memberships }: KnownAccount,
): Promise<StoredUser | undefined> {
  for (const { tenant_id, user_id } of memberships) {
    const user = await inMembership(memberships, tenant_id, () => table.get(keysOf(tenant_id).user(user_id)))
    if (user?.is_active && user.account_id === account.id) return user
  }
  return undefined
}

/**
 * Before sign-in only the e-mail address is known, in lower case and trimmed. An unknown address takes the same reads, so that
 * response time does not reveal whether an account exists. Each of them looks for a different random account, so that no partition
 * gets all these reads.
 */
export async function findAccount(table: Table, email: string): Promise<KnownAccount | undefined> {
  const owner = await table.get(unscopedKeys.email(email))
  return readAccount(table, owner?.account_id ?? randomUUID())
}

/**
 * The writes for a mailbox that was just proven. If it is proven twice at the same moment, the second one joins the account of the
 * first.
 */
export const newAccountWrites = (account: StoredAccount, credentials: StoredCredentials): Write[] => [
  put(unscopedKeys.email(account.email), { account_id: account.id }, { absent: true, refused: () => new Overtaken() }),
  put(unscopedKeys.account(account.id), account, { absent: true }),
  put(unscopedKeys.credentials(account.id), credentials, { absent: true }),
]

export const membershipWrite = (accountId: string, membership: StoredMembership): Write =>
  put(unscopedKeys.membership(accountId, membership.tenant_id), membership)

/**
 * The writes by which an existing account joins an organisation. They fail with `Overtaken` if the account is deleted at the same
 * moment.
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
    { exists: true, refused: () => new Overtaken() },
  ),
]

/** The condition that the account has joined no organisation since it was read. */
export const membershipsUnchanged = ({ joins }: StoredAccount) =>
  joins === undefined ? { hasNot: ['joins'] as const } : { where: { joins } }

/**
 * The writes by which an account leaves an organisation. With its last membership the account itself is deleted, including its
 * password, second factors, Google connection and known devices, so that somebody who is invited again starts from nothing.
 */
export async function leavingWrites(
  table: Table,
  { account_id, tenant_id }: { account_id: string; tenant_id: string },
): Promise<Write[]> {
  const left = remove(unscopedKeys.membership(account_id, tenant_id))
  const known = await readAccount(table, account_id)
  if (!known) return [left]
  const refused = () => new Overtaken()
  const other = known.memberships.find((membership) => membership.tenant_id !== tenant_id)
  // If two organisations remove the account at the same moment, neither may assume that the other membership remains.
  if (other) return [left, check(unscopedKeys.membership(account_id, other.tenant_id), { exists: true, refused })]
  const { account } = known
  const owner = await table.get(unscopedKeys.email(account.email))
  const google_sub = owner?.account_id === account_id ? owner.google_sub : undefined
  return [
    left,
    remove(unscopedKeys.account(account_id), { exists: true, ...membershipsUnchanged(account), refused }),
    remove(unscopedKeys.credentials(account_id)),
    remove(unscopedKeys.email(account.email), {
      where: { account_id, ...(google_sub !== undefined && { google_sub }) },
      ...(google_sub === undefined && { hasNot: ['google_sub'] }),
      refused,
    }),
    ...(google_sub === undefined ? [] : [remove(unscopedKeys.google(google_sub))]),
  ]
}
