import { effectivePermissions } from '#shared/rules/permissions.ts'
import { readOrganisation } from '../data/accounts.ts'
import { keysOf } from '../data/keys.ts'
import { enterTenant } from '../data/scope.ts'
import { readAccessToken } from '../security/access-tokens.ts'
import { isSessionOf } from '../security/sessions.ts'
import { AppError } from './app-error.ts'
import type { Caller } from './operation.ts'
import type { Services } from './services.ts'

const refused = () => new AppError('unauthenticated', 'Please sign in')

/**
 * The caller behind a bearer token, read from the table with every request: a deactivated user, an ended session, a changed
 * role, a lost product count from the next call on. One round trip, all reads consistent.
 */
export async function authenticate(
  services: Services,
  authorization: string | undefined,
  address: string,
): Promise<Caller> {
  const token = /^Bearer ([^\s]+)$/i.exec(authorization ?? '')?.[1]
  const now = services.now()
  const subject = token && (await readAccessToken(services.keys, token, now))
  if (!subject) throw refused()
  enterTenant(subject.tenantId)

  const keys = keysOf(subject.tenantId)
  const [[user, session], { tenant, roles }] = await Promise.all([
    services.table.getAll([keys.user(subject.userId), keys.session(subject.sessionId)], { consistent: true }),
    readOrganisation(services.table, subject.tenantId),
  ])
  if (!user?.is_active || !user.is_verified || !tenant || !session || !isSessionOf(session, user, now)) throw refused()

  const permissions = effectivePermissions(user, roles, tenant.subscribed_products)
  return { user, tenant, roles, permissions, keys, sessionId: session.id, address }
}
