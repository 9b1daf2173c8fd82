import type { FirstReleaseOwner, StoredAccount } from './entities/account.ts'
import type { FirstReleaseUser, StoredUser } from './entities/user.ts'
import { asideIn } from './scope.ts'
import type { Table } from './table.ts'
import { keysOf, unscopedKeys } from './table-keys.ts'
import { waitingWrite } from './users.ts'
import { put, remove, update, type Write } from './writes.ts'

/**
 * The first release knew no accounts: an address led to a user of one organisation, whether the mailbox was proven or not. A proven
 * user becomes an account of the same id, so that links in their mailbox stay good; a user who was not proven waits from now on, and
 * claims the address no more. Called when somebody asks for an address, and by a migration for all of them; parallel calls do it once.
 */
export async function bringOver(table: Table, owner: FirstReleaseOwner): Promise<void> {
  await asideIn(owner.tenant_id, async () => {
    const found = await table.get(keysOf(owner.tenant_id).firstReleaseUser(owner.user_id))
    // With an expiry the owner is a sign-up before its second step, which claims nothing any more. The user may have been deleted.
    const isUser = owner.expires_at_seconds === undefined && found?.is_verified !== undefined
    const user = isUser ? found : undefined
    const isStillOld = { where: { user_id: owner.user_id }, refused: () => new BroughtOver() }
    const key = unscopedKeys.email(owner.email)
    const writes = user?.is_verified
      ? [put(key, { account_id: user.id }, isStillOld), ...joinedWrites(user)]
      : [remove(key, isStillOld), ...(user ? waitingWrites(user) : [])]
    await table.write(...writes).catch((error: unknown) => {
      if (!(error instanceof BroughtOver)) throw error
    })
  })
}

/** Another call was quicker. */
class BroughtOver extends Error {}

function userWrites(user: FirstReleaseUser, set: Partial<StoredUser>): Write[] {
  const keys = keysOf(user.tenant_id)
  return [
    update(
      keys.firstReleaseUser(user.id),
      { set, remove: ['is_verified', 'password_hash', 'reset_link', 'set_password_link', 'link_use'] },
      { where: { version: user.version }, has: ['is_verified'], refused: () => new BroughtOver() },
    ),
    put(keys.address(user.email), { user_id: user.id }),
  ]
}

function joinedWrites(user: FirstReleaseUser): Write[] {
  const { id, tenant_id, email, created_at, password_hash, reset_link, set_password_link } = user
  const links = { ...(reset_link && { reset_link }), ...(set_password_link && { set_password_link }) }
  const account: StoredAccount = { id, email, session_epoch: 0, last_tenant_id: tenant_id, ...links, created_at }
  return [
    ...userWrites(user, { account_id: id }),
    put(unscopedKeys.account(id), account),
    put(unscopedKeys.membership(id, tenant_id), { tenant_id, user_id: id }),
    put(unscopedKeys.credentials(id), { password_hash }),
  ]
}

function waitingWrites(user: FirstReleaseUser): Write[] {
  // A user who was made without a mail has nothing to answer.
  const hasMail = user.invited_by === null || user.invitation_link
  return [...userWrites(user, {}), ...(hasMail ? [waitingWrite(user, user.password_hash)] : [])]
}
