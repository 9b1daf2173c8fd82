import type * as auth from '#shared/api/auth.ts'
import { signedOutForIdlenessText } from '#shared/rules/sign-in-refusals.ts'
import type { StoredSession } from '../data/entities/session.ts'
import { enterTenant } from '../data/scope.ts'
import { keysOf, unscopedKeys } from '../data/table-keys.ts'
import { update } from '../data/writes.ts'
import { AppError } from '../failures/app-error.ts'
import type { Operation } from '../http/operation.ts'
import type { Services } from '../http/services.ts'
import { signAccessToken } from '../security/access-tokens.ts'
import { isSessionValidFor, rotateRefreshToken, tokenSubjectOf } from '../security/sessions.ts'
import { endSession } from './end-session.ts'
import { isAway } from './idle.ts'
import { sessionEndedError } from './sign-in.ts'

export const refresh: Operation<typeof auth.refresh> = async ({ body, caller, activity }, services) => {
  const { table, keys, now } = services
  const close = (session: StoredSession) => endSession(activity, session, services)
  async function judge(session: StoredSession) {
    const { account_id, tenant_id, user_id } = session
    enterTenant(tenant_id)
    const tenantKeys = keysOf(tenant_id)
    const keys = [tenantKeys.user(user_id), unscopedKeys.account(account_id), tenantKeys.tenant] as const
    const [user, account, tenant] = await table.getAll(keys, { consistent: true })
    if (!user?.is_active || !account || !tenant || !isSessionValidFor(session, { user, account }, now()))
      throw sessionEndedError()
    if (await isAway(session, tenant, services)) {
      await close(session)
      throw new AppError('unauthenticated', signedOutForIdlenessText)
    }
  }
  const use = body.background
    ? undefined
    : { at: new Date(now().getTime() - body.unused_seconds * 1000), place: caller.address }
  const rotated = await rotateRefreshToken(table, keys, { token: body.refresh_token, now: now(), close, judge, use })
  if (!rotated) throw sessionEndedError()
  const { session, refreshToken } = rotated
  const [access_token] = await Promise.all([
    signAccessToken(keys, tokenSubjectOf(session), now()),
    use && seen(session, services),
  ])
  return { access_token, refresh_token: refreshToken, token_type: 'bearer' }
}

const seen = ({ tenant_id, user_id }: StoredSession, { table, now }: Services) =>
  table.write(
    update(
      keysOf(tenant_id).user(user_id),
      { set: { last_seen_at: now().toISOString() } },
      { exists: true, refused: () => undefined },
    ),
  )
