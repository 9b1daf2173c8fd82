import type * as auth from '#shared/api/auth.ts'
import { signedOutForIdlenessText } from '#shared/rules/sign-in-refusals.ts'
import { readAccount } from '../data/accounts.ts'
import type { StoredSession } from '../data/entities/session.ts'
import type { StoredUser } from '../data/entities/user.ts'
import { retryIfOvertaken } from '../data/overtaken.ts'
import { runInMembership } from '../data/scope.ts'
import { aboutSession } from '../data/subjects.ts'
import { keysOf, unscopedKeys } from '../data/table-keys.ts'
import { AppError, notFoundError } from '../failures/app-error.ts'
import type { Operation } from '../http/operation.ts'
import { actorOf } from '../http/recorder.ts'
import { signAccessToken } from '../security/access-tokens.ts'
import { longestRestMs, planSessionMove } from '../security/sessions.ts'
import { hasRestedBeyond, isAway } from './idle.ts'
import { lastSeenWrite, lastUsedOrganisationWrites, sessionEndedError } from './sign-in.ts'

/**
 * Whether all sessions of the user were ended since the session began. A session that was in another organisation at that time went
 * on there, but must not come back: the device may be the one because of which they were ended.
 */
const wasEndedThere = ({ created_at }: StoredSession, { sessions_ended_at }: StoredUser) =>
  sessions_ended_at !== undefined && created_at <= sessions_ended_at

/**
 * Moves the session to another of the caller's organisations. Its access tokens for the old organisation stop working, and its
 * refresh token is valid for the new one. If the session has rested for longer than the new organisation allows, the caller must
 * confirm their identity, because the session would have ended there.
 */
export const switchOrganisation: Operation<typeof auth.switchOrganisation> = async (request, services) => {
  const { body, caller, confirmIf, activity } = request
  const { account, sessionId } = caller
  const { table, keys, now } = services
  const { memberships = [] } = (await readAccount(table, account.id)) ?? {}
  const membership = memberships.find(({ tenant_id }) => tenant_id === body.tenant_id)
  if (!membership) throw notFoundError('Tenant')
  const { tenant_id, user_id } = membership
  const own = await table.get(unscopedKeys.session(account.id, sessionId))
  // The page then asks for new tokens, which ends the session.
  if (own && (await isAway(own, caller.tenant, services)))
    throw new AppError('unauthenticated', signedOutForIdlenessText)
  const pair = await runInMembership(memberships, tenant_id, () =>
    retryIfOvertaken(async () => {
      const [user, tenant, session] = await table.getAll(
        [keysOf(tenant_id).user(user_id), keysOf(tenant_id).tenant, unscopedKeys.session(account.id, sessionId)],
        { consistent: true },
      )
      if (!user?.is_active || user.account_id !== account.id || !tenant) throw notFoundError('Tenant')
      if (!session || wasEndedThere(session, user)) throw sessionEndedError()
      const hasRested = hasRestedBeyond(tenant, session, now())
      await confirmIf(hasRested)
      const use = { last_used_at: now().toISOString(), longest_rest_ms: hasRested ? 0 : longestRestMs(session, now()) }
      const { write, refresh_token, subject } = await planSessionMove(keys, session, { user, use })
      await activity
        .elsewhere(actorOf(user))
        .record(
          { action: 'session.started', ...aboutSession(sessionId, user) },
          write,
          ...lastUsedOrganisationWrites(account, user),
          lastSeenWrite(user, now()),
        )
      return { access_token: await signAccessToken(keys, subject, now()), refresh_token, token_type: 'bearer' as const }
    }),
  )
  // The event in the old organisation is written separately, because the transaction above may access only the new organisation.
  const ended = { action: 'session.ended', ...aboutSession(sessionId, caller.user) } as const
  await activity.record(tenant_id === caller.tenant.id ? [] : ended)
  return pair
}
