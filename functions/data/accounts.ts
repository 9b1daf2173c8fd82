import { randomUUID } from 'node:crypto'
import type { StoredAccount, StoredMembership } from './entities/account.ts'
import type { StoredCredentials } from './entities/credentials.ts'
import type { StoredUser } from './entities/user.ts'
import { Overtaken } from './overtaken.ts'
import { inMembership } from './scope.ts'
import type { Table } from './table.ts'
import { keysOf, unscopedKeys } from './table-keys.ts'
import { check, put, remove, update, type Write } from './writes.ts'

/** A proven mailbox and the organisations that its person belongs to. */
export interface KnownAccount {
  account: StoredAccount
  /** The organisation that was used last comes first. */
  memberships: StoredMembership[]
}

/** The account and its memberships: one query. */
export async function readAccount(table: Table, accountId: string): Promise<KnownAccount | undefined> {
  // Sessions come behind memberships, and may be many.
  const items = await table.queryAll(unscopedKeys.accountAndMemberships(accountId), {
    to: 'MEMBER#~',
    consistent: true,
  })
  const account = items.find((item) => 'session_epoch' in item)
  if (!account) return undefined
  const isLast = ({ tenant_id }: StoredMembership) => Number(tenant_id === account.last_tenant_id)
  return { account, memberships: items.filter((item) => 'user_id' in item).sort((a, b) => isLast(b) - isLast(a)) }
}

/** The user of the organisation that the account used last, else of any other in which it is active. */
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
 * Before sign-in the e-mail, lower-cased and trimmed, is all that is known. An address that is nobody's takes the same reads, so that
 * time does not tell; the account that it looks for is another one each time, so that no partition gets them all.
 */
export async function findAccount(table: Table, email: string): Promise<KnownAccount | undefined> {
  const owner = await table.get(unscopedKeys.email(email))
  return readAccount(table, owner?.account_id ?? randomUUID())
}

/** A mailbox that has just been proven. Another proof of it may be quicker: then that account is to be joined. */
export const newAccountWrites = (account: StoredAccount, credentials: StoredCredentials): Write[] => [
  put(unscopedKeys.email(account.email), { account_id: account.id }, { absent: true, refused: () => new Overtaken() }),
  put(unscopedKeys.account(account.id), account, { absent: true }),
  put(unscopedKeys.credentials(account.id), credentials, { absent: true }),
]

export const membershipWrite = (accountId: string, membership: StoredMembership): Write =>
  put(unscopedKeys.membership(accountId, membership.tenant_id), membership)

/** The writes by which an existing account joins an organisation. They are refused with `Overtaken` when the account is deleted at the same moment. */
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

/** That nobody has joined an organisation with the account since it was read. */
export const sameMemberships = ({ joins }: StoredAccount) =>
  joins === undefined ? { hasNot: ['joins'] as const } : { where: { joins } }

/**
 * Takes an account out of an organisation. With its last membership the account goes, and with it password, factors, Google and what
 * its devices knew: whoever is invited again begins anew.
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
  // Two organisations that let the account go at once must not both take the other for one that stays.
  if (other) return [left, check(unscopedKeys.membership(account_id, other.tenant_id), { exists: true, refused })]
  const { account } = known
  const owner = await table.get(unscopedKeys.email(account.email))
  const google_sub = owner?.account_id === account_id ? owner.google_sub : undefined
  return [
    left,
    remove(unscopedKeys.account(account_id), { exists: true, ...sameMemberships(account), refused }),
    remove(unscopedKeys.credentials(account_id)),
    remove(unscopedKeys.email(account.email), {
      where: { account_id, ...(google_sub !== undefined && { google_sub }) },
      ...(google_sub === undefined && { hasNot: ['google_sub'] }),
      refused,
    }),
    ...(google_sub === undefined ? [] : [remove(unscopedKeys.google(google_sub))]),
  ]
}
