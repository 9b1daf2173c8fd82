import type * as auth from '#shared/api/auth.ts'
import type { StoredSession } from '../data/entities.ts'
import { keysOf, unscopedKeys } from '../data/keys.ts'
import { enterTenant } from '../data/scope.ts'
import type { Operation } from '../http/operation.ts'
import { signAccessToken } from '../security/access-tokens.ts'
import { isSessionOf, rotateSession, subjectOf } from '../security/sessions.ts'
import { endSession } from './end-session.ts'
import { sessionEnded } from './sign-in.ts'

export const refresh: Operation<typeof auth.refresh> = async ({ body, activity }, services) => {
  const { table, keys, now } = services
  const close = (session: StoredSession) => endSession(activity, session, services)
  const rotated = await rotateSession(table, keys, { token: body.refresh_token, now: now(), close })
  if (!rotated) throw sessionEnded()
  const { session, refreshToken } = rotated
  const { account_id, tenant_id, user_id } = session
  enterTenant(tenant_id)
  const wanted = [keysOf(tenant_id).user(user_id), unscopedKeys.account(account_id)] as const
  const [user, account] = await table.getAll(wanted, { consistent: true })
  if (!user?.is_active || !account || !isSessionOf(session, { user, account }, now())) throw sessionEnded()
  const access_token = await signAccessToken(keys, subjectOf(session), now())
  return { access_token, refresh_token: refreshToken, token_type: 'bearer' }
}
