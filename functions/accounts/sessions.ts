import type * as sessions from '#shared/api/sessions.ts'
import { readAccount } from '../data/accounts.ts'
import type { StoredAccount } from '../data/entities/account.ts'
import type { StoredSession } from '../data/entities/session.ts'
import { OvertakenError } from '../data/overtaken.ts'
import { runInMembership } from '../data/scope.ts'
import { aboutSession } from '../data/subjects.ts'
import { keysOf, unscopedKeys } from '../data/table-keys.ts'
import { update, type Write } from '../data/writes.ts'
import { notFoundError } from '../failures/app-error.ts'
import type { Caller, Operation } from '../http/operation.ts'
import { actorOf } from '../http/recorder.ts'
import type { Services } from '../http/services.ts'
import { endAllSessionsChanges, endSessionWrites, isSessionValidFor } from '../security/sessions.ts'
import { sessionEndedError } from './sign-in.ts'

export const listSessions: Operation<typeof sessions.listSessions> = async ({ caller }, services) => {
  const live = await liveSessions(caller, services)
  return live
    .map(({ id, created_at, last_used_at, device = '', place = '' }) => ({
      id,
      created_at,
      last_used_at,
      device,
      place,
      current: id === caller.sessionId,
    }))
    .sort((a, b) => (a.last_used_at > b.last_used_at ? -1 : 1))
}

/** Returns the valid sessions of the caller's account, in all of its organisations. */
async function liveSessions({ account }: Caller, { table, now }: Services): Promise<StoredSession[]> {
  const [all, { memberships = [] } = {}] = await Promise.all([
    table.queryAll(unscopedKeys.sessions(account.id), { consistent: true }),
    readAccount(table, account.id),
  ])
  const ofEach = memberships.map(({ tenant_id, user_id }) =>
    runInMembership(memberships, tenant_id, async () => {
      const user = await table.get(keysOf(tenant_id).user(user_id))
      return user?.is_active ? all.filter((session) => isSessionValidFor(session, { user, account }, now())) : []
    }),
  )
  return (await Promise.all(ofEach)).flat()
}

/**
 * Ends one of the caller's sessions. Its access tokens stop working with the next request. The event is recorded in the
 * organisation to which the session was signed in.
 */
export const endOneSession: Operation<typeof sessions.endOneSession> = async (request, services) => {
  const { params, caller, confirmIf, activity } = request
  const { table } = services
  const { id: accountId } = caller.account
  const session = await table.get(unscopedKeys.session(accountId, params.id))
  const { memberships = [] } = (await readAccount(table, accountId)) ?? {}
  const there = session && memberships.find(({ tenant_id }) => tenant_id === session.tenant_id)
  if (!session || !there) throw notFoundError('Session')
  await confirmIf(session.id !== caller.sessionId)
  await runInMembership(memberships, there.tenant_id, async () => {
    const user = await table.get(keysOf(there.tenant_id).user(there.user_id))
    if (!user) throw notFoundError('Session')
    await activity
      .elsewhere(actorOf(user))
      .record(
        { action: 'session.ended', ...aboutSession(session.id, user) },
        ...endSessionWrites(session, services.now()),
      )
  })
  await activity.record([])
}

interface EndedSessions {
  /** More fields to set in the account. */
  set?: Partial<StoredAccount>
  /** Whether the links about the password in the owner's mailbox go on working. */
  keepsLinks?: true
}

/**
 * Returns the writes that raise the account's epoch. This ends every session except the caller's, and voids all device tokens. The
 * writes fail if the caller's own session has been ended in the meantime.
 */
export function endOtherSessionsWrites(
  { account, sessionId }: Caller,
  now: Date,
  { set, keepsLinks }: EndedSessions = {},
): Write[] {
  const account_epoch = account.session_epoch + 1
  return [
    update(
      unscopedKeys.account(account.id),
      {
        set: { ...set, ...endAllSessionsChanges(now).set, session_epoch: account_epoch },
        ...(!keepsLinks && { remove: ['reset_link', 'set_password_link'] }),
      },
      { where: { session_epoch: account.session_epoch }, refused: sessionEndedError },
    ),
    update(
      unscopedKeys.session(account.id, sessionId),
      { set: { account_epoch } },
      { exists: true, refused: sessionEndedError },
    ),
  ]
}

/** Returns the write that ends every session of an account, its device tokens and the links about its password. */
export function endSessionsWrite({ id, session_epoch }: StoredAccount, now: Date, more: Partial<StoredAccount>): Write {
  const { add, set } = endAllSessionsChanges(now)
  return update(
    unscopedKeys.account(id),
    { set: { ...set, ...more }, add, remove: ['reset_link', 'set_password_link'] },
    { where: { session_epoch }, refused: () => new OvertakenError() },
  )
}

/** Returns the event for all ended sessions together. It is recorded in the caller's current organisation. */
const othersEnded = ({ user }: Caller) => ({ action: 'session.ended', ...aboutSession(null, user) }) as const

export const endOtherSessions: Operation<typeof sessions.endOtherSessions> = async ({ caller, activity }, { now }) => {
  // A thief with an open session must not be able to void the link by which the owner takes the account back.
  await activity.record(othersEnded(caller), ...endOtherSessionsWrites(caller, now(), { keepsLinks: true }))
}
