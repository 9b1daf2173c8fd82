import type * as auth from '#shared/api/auth.ts'
import type { AnswerOf } from '#shared/api/contract.ts'
import { tooManyLogins } from '#shared/rules/sign-in-refusals.ts'
import { presentUser, readOrganisation } from '../data/accounts.ts'
import type { StoredUser } from '../data/entities.ts'
import { AppError } from '../http/app-error.ts'
import type { Visitor } from '../http/operation.ts'
import type { Services } from '../http/services.ts'
import { signAccessToken } from '../security/access-tokens.ts'
import { openSession } from '../security/sessions.ts'
import { type Allowance, count, refuseWhenUsedUp } from '../security/throttle.ts'

const perAddress: Allowance = { what: 'login-address', times: 50, seconds: 900, detail: tooManyLogins }

/** Refuses an address from which too many sign-ins failed; one that fails now counts. */
export async function countFailures<T>({ table, now }: Services, { address }: Visitor, attempt: () => Promise<T>) {
  await refuseWhenUsedUp(table, perAddress, address, now())
  try {
    return await attempt()
  } catch (error) {
    if (error instanceof AppError && error.code !== 'unavailable') await count(table, perAddress, address, now())
    throw error
  }
}

export const sessionEnded = () => new AppError('unauthenticated', 'Please sign in again')

/** A new session of somebody who has proved who he is. */
export async function signIn(user: StoredUser, services: Services): Promise<AnswerOf<typeof auth.login>> {
  const now = services.now()
  const sessionId = services.newId()
  const [{ tenant, roles }, refresh_token, access_token] = await Promise.all([
    readOrganisation(services.table, user.tenant_id),
    openSession(services.table, services.keys, { user, sessionId, now }),
    signAccessToken(services.keys, { tenantId: user.tenant_id, userId: user.id, sessionId }, now),
  ])
  if (!tenant) throw sessionEnded()
  return { access_token, refresh_token, token_type: 'bearer', user: presentUser({ user, tenant, roles }) }
}
