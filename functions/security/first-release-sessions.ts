import { findOwner } from '../data/accounts.ts'
import type { FirstReleaseSession, StoredSession } from '../data/entities/session.ts'
import { decideAnew, Overtaken } from '../data/overtaken.ts'
import { enterTenant } from '../data/scope.ts'
import type { Table } from '../data/table.ts'
import { keysOf, unscopedKeys } from '../data/table-keys.ts'
import { put, update } from '../data/writes.ts'
import type { RefreshToken } from './sessions.ts'

/**
 * A session of the first release, which lies in its tenant's partition, as one of its account. The former item leads to it from then on,
 * so that the former tokens stay good. `isOurs` looks at the token. Undefined when there is no such session.
 */
export function takeUpSession(
  table: Table,
  { accountId: tenantId, sessionId }: RefreshToken,
  isOurs: (session: FirstReleaseSession) => Promise<boolean>,
): Promise<StoredSession | undefined> {
  enterTenant(tenantId)
  const keys = keysOf(tenantId)
  const key = keys.firstReleaseSession(sessionId)
  return decideAnew(async () => {
    const former = await table.get(key)
    if (!former || !(await isOurs(former))) return undefined
    if (former.account_id) return table.get(unscopedKeys.session(former.account_id, sessionId))

    const user = await table.get(keys.user(former.user_id))
    if (!user?.account_id) return undefined
    await findOwner(table, user.email)
    const { account_id } = user
    // A reset of the account has ended it: accounts that are brought over begin with this epoch.
    const account_epoch = 0
    const session = { ...former, account_id, tenant_id: tenantId, account_epoch, created_at: former.rotated_at }
    await table.write(
      put(unscopedKeys.session(account_id, sessionId), session),
      update(key, { set: { account_id } }, { hasNot: ['account_id'], refused: () => new Overtaken() }),
    )
    return session
  })
}
