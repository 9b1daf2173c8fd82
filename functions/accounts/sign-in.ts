import type { AnswerOf } from '#shared/api/contract.ts'
import type * as factors from '#shared/api/factors.ts'
import { type AccountWithMemberships, findActiveUser } from '../data/accounts.ts'
import type { StoredAccount } from '../data/entities/account.ts'
import type { StoredUser } from '../data/entities/user.ts'
import { presentUser, readOrganisation } from '../data/organisations.ts'
import { enterTenant } from '../data/scope.ts'
import { aboutSession } from '../data/subjects.ts'
import { keysOf, unscopedKeys } from '../data/table-keys.ts'
import { update, type Write } from '../data/writes.ts'
import { AppError } from '../failures/app-error.ts'
import type { Visitor } from '../http/operation.ts'
import { type Actor, actorOf, type EventRecorder } from '../http/recorder.ts'
import type { Services } from '../http/services.ts'
import { signAccessToken } from '../security/access-tokens.ts'
import { newDeviceToken } from '../security/device-tokens.ts'
import { planNewSession } from '../security/sessions.ts'

export const sessionEndedError = () => new AppError('unauthenticated', 'Please sign in again')

export interface SignInContext {
  activity: (actor: Actor) => EventRecorder<'session.started'>
  visitor: Visitor
  alongside?: readonly Write[]
}

/**
 * Starts a session for an account whose identity is proven, in the organisation that it used last or else in any other. Returns
 * undefined if the account has no active user in any organisation. The writes in `alongside` are part of the session's transaction.
 */
export async function signIn(
  known: AccountWithMemberships,
  services: Services,
  { activity, visitor, alongside = [] }: SignInContext,
): Promise<AnswerOf<typeof factors.passSecondStep> | undefined> {
  const found = await findActiveUser(services.table, known)
  if (!found) return undefined
  const user = { ...found, last_seen_at: services.now().toISOString() }
  enterTenant(user.tenant_id)
  const { account } = known
  // Read the organisation before the write, because the write uses up the codes and tokens in `alongside`. If a later read failed,
  // the caller could not send them again.
  const { tenant, roles } = await readOrganisation(services.table, user.tenant_id, services.now())
  if (!tenant) throw sessionEndedError()
  const [pair, device_token] = await Promise.all([
    openPair({ account, user }, services, { activity, visitor, alongside }),
    newDeviceToken(services.keys, account, services.now()),
  ])
  return { ...pair, device_token, user: presentUser({ user, tenant, roles }, services.now()) }
}

async function openPair(
  { account, user }: { account: StoredAccount; user: StoredUser },
  services: Services,
  { activity, visitor, alongside }: Required<SignInContext>,
) {
  const { keys, now, newId } = services
  const { write, refresh_token, subject } = await planNewSession(keys, {
    account,
    user,
    visitor,
    sessionId: newId(),
    now: now(),
  })
  const [access_token] = await Promise.all([
    signAccessToken(keys, subject, now()),
    activity(actorOf(user)).record(
      { action: 'session.started', ...aboutSession(subject.sessionId, user) },
      write,
      ...lastUsedOrganisationWrites(account, user),
      lastSeenWrite(user, now()),
      ...alongside,
    ),
  ])
  return { access_token, refresh_token, token_type: 'bearer' as const }
}

/** Returns the write that stores `now` as the time at which the user was last seen in this organisation. */
export const lastSeenWrite = ({ tenant_id, id }: StoredUser, now: Date): Write =>
  update(
    keysOf(tenant_id).user(id),
    { set: { last_seen_at: now.toISOString() } },
    { exists: true, refused: sessionEndedError },
  )

/** Returns the writes that make this user's organisation the one that the account used last. */
export const lastUsedOrganisationWrites = (
  { id, last_tenant_id }: StoredAccount,
  { tenant_id }: StoredUser,
): Write[] =>
  last_tenant_id === tenant_id
    ? []
    : [
        update(
          unscopedKeys.account(id),
          { set: { last_tenant_id: tenant_id } },
          { exists: true, refused: sessionEndedError },
        ),
      ]
