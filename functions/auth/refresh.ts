import type * as auth from '#shared/api/auth.ts'
import { keysOf } from '../data/keys.ts'
import type { Operation } from '../http/operation.ts'
import { signAccessToken } from '../security/access-tokens.ts'
import { isSessionOf, rotateSession } from '../security/sessions.ts'
import { sessionEnded } from './sign-in.ts'

export const refresh: Operation<typeof auth.refresh> = async ({ body }, { table, keys, now }) => {
  const rotated = await rotateSession(table, keys, { token: body.refresh_token, now: now() })
  if (!rotated) throw sessionEnded()
  const { tenantId, session, refreshToken } = rotated
  const user = await table.get(keysOf(tenantId).user(session.user_id))
  if (!user?.is_active || !isSessionOf(session, user, now())) throw sessionEnded()
  const access_token = await signAccessToken(keys, { tenantId, userId: user.id, sessionId: session.id }, now())
  return { access_token, refresh_token: refreshToken, token_type: 'bearer' }
}
