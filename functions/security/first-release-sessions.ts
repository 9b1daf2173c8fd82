import { findAccount } from '../data/accounts.ts'
import type { FirstReleaseSession, StoredSession } from '../data/entities.ts'
import { keysOf, unscopedKeys } from '../data/keys.ts'
import { enterTenant } from '../data/scope.ts'
import type { Table } from '../data/table.ts'
import { put, remove } from '../data/writes.ts'
import type { RefreshToken } from './sessions.ts'

/**
 * A session of the first release, which lay in its tenant's partition, as one of its account: it moves there, and its refresh token
 * goes on. `isOurs` looks at the token. Undefined when there is no such session.
 */
export async function takeUpSession(
  table: Table,
  { accountId: tenantId, sessionId }: RefreshToken,
  isOurs: (session: FirstReleaseSession) => Promise<boolean>,
): Promise<StoredSession | undefined> {
  enterTenant(tenantId)
  const keys = keysOf(tenantId)
  const key = keys.firstReleaseSession(sessionId)
  const former = await table.get(key)
  if (!former || !(await isOurs(former))) return undefined

  const user = await table.get(keys.user(former.user_id))
  const known = user && (await findAccount(table, user.email))
  if (!known || !known.memberships.some(({ user_id }) => user_id === user.id)) return undefined
  const session: StoredSession = {
    ...former,
    account_id: known.account.id,
    tenant_id: tenantId,
    account_epoch: known.account.session_epoch,
    created_at: former.rotated_at,
  }
  await table.write(put(unscopedKeys.session(session.account_id, session.id), session), remove(key))
  return session
}
