import type { Entry } from '#shared/api/contract.ts'
import { effectivePermissions } from '#shared/rules/effective-permissions.ts'
import { readOrganisation } from '../data/organisations.ts'
import { enterTenant } from '../data/scope.ts'
import { keysOf, unscopedKeys } from '../data/table-keys.ts'
import { AppError } from '../failures/app-error.ts'
import { isOvertaken, readAccessToken, readEndedAccessToken } from '../security/access-tokens.ts'
import { hashOfSentApiKey } from '../security/api-keys.ts'
import { isSessionValidFor, sessionEndedAt } from '../security/sessions.ts'
import { authenticateApiKey } from './authenticate-api-key.ts'
import type { Caller, Visitor } from './operation.ts'
import type { Services } from './services.ts'

const refused = () => new AppError('unauthenticated', 'Please sign in')

interface Shown {
  authorization: string | undefined
  /** The last access token of a session that has ended, from `endedSessionHeader`. */
  endedSession: string | undefined
  visitor: Visitor
  /** The contract's entry for the call. */
  entry: Entry
  requestId: string
}

/**
 * Finds the caller by a bearer token after `Bearer` in exactly this spelling, because the edge counts the calls of each spelling by
 * itself. The token is an access token or an API key. For an access token, the user, account, session,
 * roles and tenant are read from the table for every request, so that a deactivation, an ended session, a changed role or a lost
 * product takes effect at once. These reads are consistent and take one round trip together. Throws a 401 without a valid token.
 */
export async function authenticate(
  services: Services,
  { authorization, endedSession, visitor, entry, requestId }: Shown,
): Promise<Caller> {
  const token = /^Bearer ([^\s]+)$/.exec(authorization ?? '')?.[1]
  const hash = token && hashOfSentApiKey(token)
  if (hash) return authenticateApiKey(services, { hash, entry, visitor, requestId })
  if (!token && endedSession && entry.takesEndedSession)
    return authenticateEndedSession(services, { token: endedSession, visitor, taken: entry.takesEndedSession })
  const now = services.now()
  const subject = token && (await readAccessToken(services.keys, token, now))
  if (!subject) throw refused()
  const { accountId, tenantId, userId, sessionId } = subject
  enterTenant(tenantId)

  const keys = keysOf(tenantId)
  const identityKeys = [
    keys.user(userId),
    unscopedKeys.account(accountId),
    unscopedKeys.session(accountId, sessionId),
  ] as const
  const [[user, account, session], { tenant, roles }] = await Promise.all([
    services.table.getAll(identityKeys, { consistent: true }),
    readOrganisation(services.table, tenantId, now),
  ])
  if (!user?.is_active || !tenant || !account || !session || !isSessionValidFor(session, { user, account }, now))
    throw refused()
  if (isOvertaken(subject, new Date(session.rotated_at), now)) throw refused()

  const permissions = effectivePermissions(user, roles, tenant.subscribed_products)
  return {
    user,
    account,
    tenant,
    roles,
    permissions,
    keys,
    sessionId: session.id,
    signedInAt: session.created_at,
    ...visitor,
  }
}

interface EndedSession {
  token: string
  visitor: Visitor
  /** Which ended sessions the call takes. */
  taken: NonNullable<Entry['takesEndedSession']>
}

/**
 * Finds the person of a session that has ended, by the session's last access token. The token
 * proves that the session was theirs; what it still allows is decided by the operation.
 */
async function authenticateEndedSession(services: Services, { token, visitor, taken }: EndedSession): Promise<Caller> {
  const subject = await readEndedAccessToken(services.keys, token)
  if (!subject) throw refused()
  const { accountId, tenantId, userId, sessionId, issuedAt } = subject
  enterTenant(tenantId)
  const keys = keysOf(tenantId)
  const identityKeys = [
    keys.user(userId),
    unscopedKeys.account(accountId),
    unscopedKeys.session(accountId, sessionId),
    unscopedKeys.sessionEnd(accountId, sessionId),
  ] as const
  const [[user, account, session, end], { tenant, roles }] = await Promise.all([
    services.table.getAll(identityKeys, { consistent: true }),
    readOrganisation(services.table, tenantId, services.now()),
  ])
  if (!user || user.deleted_at || user.account_id !== accountId || !tenant || !account) throw refused()
  const permissions = effectivePermissions(user, roles, tenant.subscribed_products)
  const signedInAt = issuedAt.toISOString()
  const caller = { user, account, tenant, roles, permissions, keys, sessionId, signedInAt, ...visitor }
  if (taken === 'deactivated too') return { ...caller, endedSince: issuedAt }
  const at = user.is_active ? sessionEndedAt({ session, end, user, account }) : undefined
  if (!at) throw refused()
  return { ...caller, endedSince: issuedAt, sessionEndedAt: at }
}
