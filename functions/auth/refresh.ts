import type * as auth from '#shared/api/auth.ts'
import { keysOf } from '../data/keys.ts'
import { AppError } from '../http/app-error.ts'
import type { Operation } from '../http/operation.ts'
import { signAccessToken } from '../security/access-tokens.ts'
import { isSessionOf, rotateSession } from '../security/sessions.ts'

const refused = () => new AppError('unauthenticated', 'Please sign in again')

export const refresh: Operation<typeof auth.refresh> = async ({ body }, { table, keys, now }) => {
  const rotated = await rotateSession(table, keys, { token: body.refresh_token, now: now() })
  if (!rotated) throw refused()
  const { tenantId, session, refreshToken } = rotated
  const user = await table.get(keysOf(tenantId).user(session.user_id))
  if (!user?.is_active || !isSessionOf(session, user, now())) throw refused()
  const access_token = await signAccessToken(keys, { tenantId, userId: user.id, sessionId: session.id }, now())
  return { access_token, refresh_token: refreshToken, token_type: 'bearer' }
}
