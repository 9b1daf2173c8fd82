import type { EmailOwner, FirstReleaseOwner, StoredAccount, StoredCredentials, StoredMembership } from './entities.ts'
import { bringOver } from './first-release-accounts.ts'
import { unscopedKeys } from './keys.ts'
import { nobody } from './organisations.ts'
import { Overtaken } from './overtaken.ts'
import type { Table } from './table.ts'
import { put, type Write } from './writes.ts'

/** A proven mailbox and the organisations that its person belongs to. */
export interface KnownAccount {
  account: StoredAccount
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
  return account && { account, memberships: items.filter((item) => 'user_id' in item) }
}

/**
 * Before sign-in the e-mail, lower-cased and trimmed, is all that is known. An address that is nobody's takes the same reads, so that
 * time does not tell.
 */
export async function findAccount(table: Table, email: string): Promise<KnownAccount | undefined> {
  const owner = await table.get(unscopedKeys.email(email))
  if (owner && isOfFirstRelease(owner)) {
    await bringOver(table, owner)
    return findAccount(table, email)
  }
  return readAccount(table, owner?.account_id ?? nobody)
}

const isOfFirstRelease = (owner: EmailOwner | FirstReleaseOwner): owner is FirstReleaseOwner => 'user_id' in owner

/** A mailbox that has just been proven. Another proof of it may be quicker: then that account is to be joined. */
export const newAccountWrites = (account: StoredAccount, credentials: StoredCredentials): Write[] => [
  put(unscopedKeys.email(account.email), { account_id: account.id }, { absent: true, refused: () => new Overtaken() }),
  put(unscopedKeys.account(account.id), account, { absent: true }),
  put(unscopedKeys.credentials(account.id), credentials, { absent: true }),
]

export const membershipWrite = (accountId: string, membership: StoredMembership): Write =>
  put(unscopedKeys.membership(accountId, membership.tenant_id), membership)
