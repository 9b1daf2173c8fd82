import type { FirstReleaseOwner, FirstReleaseUser, StoredUser } from './entities.ts'
import { keysOf, unscopedKeys } from './keys.ts'
import { asideIn } from './scope.ts'
import type { Table } from './table.ts'
import { waitingWrite } from './users.ts'
import { put, remove, update, type Write } from './writes.ts'

/**
 * The first release knew no accounts: an address led to a user of one organisation, whether the mailbox was proven or not. A proven
 * user becomes an account of the same id, so that links in their mailbox stay good; who was not proven waits from now on. Called for
 * an address when somebody asks for it, and for all of them by a migration; parallel calls do it once.
 */
export async function bringOver(table: Table, owner: FirstReleaseOwner): Promise<void> {
  await asideIn(owner, async () => {
    const keys = keysOf(owner.tenant_id)
    const key = keys.firstReleaseUser(owner.user_id)
    const user = owner.expires_at_seconds === undefined ? await table.get(key) : undefined
    const stillOld = { where: { user_id: owner.user_id }, refused: () => new OvertakenHere() }
    const writes = user && 'is_verified' in user ? (user.is_verified ? joined(user) : waiting(user)) : []
    const address = user?.is_verified
      ? put(unscopedKeys.email(owner.email), { account_id: owner.user_id }, stillOld)
      : remove(unscopedKeys.email(owner.email), stillOld)
    await table.write(address, ...writes).catch((error: unknown) => {
      if (!(error instanceof OvertakenHere)) throw error
    })
  })
}

/** Another run has brought this one over meanwhile. */
class OvertakenHere extends Error {}

const later = (user: FirstReleaseUser, set: Partial<StoredUser>): Write[] => {
  const keys = keysOf(user.tenant_id)
  return [
    update(
      keys.firstReleaseUser(user.id),
      { set, remove: ['is_verified', 'password_hash', 'reset_link', 'set_password_link'] },
      { exists: true, refused: () => new OvertakenHere() },
    ),
    put(keys.address(user.email), { user_id: user.id }),
  ]
}

function joined(user: FirstReleaseUser): Write[] {
  const { id, tenant_id, email, created_at, password_hash, reset_link, set_password_link } = user
  const account = { id, email, session_epoch: 0, last_tenant_id: tenant_id, created_at }
  const links = { ...(reset_link && { reset_link }), ...(set_password_link && { set_password_link }) }
  return [
    ...later(user, { account_id: id }),
    put(unscopedKeys.account(id), account),
    put(unscopedKeys.membership(id, tenant_id), { tenant_id, user_id: id }),
    put(unscopedKeys.credentials(id), { password_hash, ...links }),
  ]
}

function waiting(user: FirstReleaseUser): Write[] {
  // Somebody who was made without a mail has nothing to answer.
  const hasMail = user.invited_by === null || user.invitation_link
  return [...later(user, { account_id: null }), ...(hasMail ? [waitingWrite(user, user.password_hash)] : [])]
}
