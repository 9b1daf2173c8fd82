import type * as auth from '#shared/api/auth.ts'
import type { AnswerOf } from '#shared/api/contract.ts'
import type { KnownAccount } from '../data/accounts.ts'
import type { StoredAccount, StoredUser } from '../data/entities.ts'
import { keysOf, unscopedKeys } from '../data/keys.ts'
import { presentUser, readOrganisation } from '../data/organisations.ts'
import { enterTenant, inMembership } from '../data/scope.ts'
import { update } from '../data/writes.ts'
import { AppError } from '../http/app-error.ts'
import type { Services } from '../http/services.ts'
import { signAccessToken } from '../security/access-tokens.ts'
import { newDeviceToken } from '../security/device-tokens.ts'
import { openSession } from '../security/sessions.ts'

export const sessionEnded = () => new AppError('unauthenticated', 'Please sign in again')

/**
 * A new session of an account that has proved who it is, in the organisation that it used last, else in any other. Undefined when none
 * has it as an active user.
 */
export async function signIn(
  known: KnownAccount,
  services: Services,
): Promise<AnswerOf<typeof auth.login> | undefined> {
  const user = await findActiveUser(known, services)
  if (!user) return undefined
  enterTenant(user.tenant_id)
  return openedFor(known.account, user, services)
}

async function findActiveUser({ account, memberships }: KnownAccount, { table }: Services) {
  const lastFirst = memberships.toSorted(
    (a, b) => Number(b.tenant_id === account.last_tenant_id) - Number(a.tenant_id === account.last_tenant_id),
  )
  for (const { tenant_id, user_id } of lastFirst) {
    const user = await inMembership(memberships, tenant_id, () => table.get(keysOf(tenant_id).user(user_id)))
    if (user?.is_active && user.account_id === account.id) return user
  }
  return undefined
}

async function openedFor(account: StoredAccount, user: StoredUser, services: Services) {
  const { table, keys } = services
  const now = services.now()
  const [{ tenant, roles }, pair, device_token] = await Promise.all([
    readOrganisation(table, user.tenant_id, now),
    openPair(account, user, services),
    newDeviceToken(keys, account, now),
  ])
  if (!tenant) throw sessionEnded()
  return { ...pair, device_token, user: presentUser({ user, tenant, roles }) }
}

/** A session of an active user, whose organisation is from now on the one that was used last. */
export async function openPair(account: StoredAccount, user: StoredUser, services: Services) {
  const { table, keys } = services
  const now = services.now()
  const sessionId = services.newId()
  const subject = { accountId: account.id, tenantId: user.tenant_id, userId: user.id, sessionId }
  const [refresh_token, access_token] = await Promise.all([
    openSession(table, keys, { account, user, sessionId, now }),
    signAccessToken(keys, subject, now),
    account.last_tenant_id !== user.tenant_id &&
      table.write(
        update(unscopedKeys.account(account.id), { set: { last_tenant_id: user.tenant_id } }, { exists: true }),
      ),
  ])
  return { access_token, refresh_token, token_type: 'bearer' as const }
}
