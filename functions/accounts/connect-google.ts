import type * as auth from '#shared/api/auth.ts'
import type { StoredAccount } from '../data/entities/account.ts'
import { OvertakenError, retryIfOvertaken } from '../data/overtaken.ts'
import { unscopedKeys } from '../data/table-keys.ts'
import { put, remove, update, type Write } from '../data/writes.ts'
import { AppError, invalidFieldError } from '../failures/app-error.ts'
import type { Operation } from '../http/operation.ts'
import { letterWrite } from '../mail/outbox.ts'
import { recordAccountChange } from './account-events.ts'
import { readOwnAccount } from './change-factors.ts'
import { readCredentials } from './factors.ts'
import { readGoogleToken } from './google-token.ts'

interface Connection {
  account: Pick<StoredAccount, 'id' | 'email'>
  /** The id of the Google account that was connected before. Undefined if there was none. */
  previousSub: string | undefined
  sub: string
  /** Makes the error if the Google account is connected to another account. */
  refused: () => Error
}

/**
 * Returns the writes that connect a Google account. It can be connected to only one account, and an account to only one Google
 * account.
 */
export const googleConnectionWrites = ({ account: { id, email }, previousSub, sub, refused }: Connection): Write[] => [
  put(unscopedKeys.google(sub), { account_id: id }, { absentOr: { where: { account_id: id } }, refused }),
  put(
    unscopedKeys.email(email),
    { account_id: id, google_sub: sub },
    { exists: true, refused: () => new OvertakenError() },
  ),
  update(
    unscopedKeys.credentials(id),
    { set: { google_sub: sub } },
    {
      ...(previousSub === undefined ? { hasNot: ['google_sub'] } : { where: { google_sub: previousSub } }),
      refused: () => new OvertakenError(),
    },
  ),
  ...(previousSub !== undefined && previousSub !== sub ? [remove(unscopedKeys.google(previousSub))] : []),
]

/**
 * Connects a Google account that has the caller's own address. Another Google account that was connected before can no longer sign
 * in.
 */
export const connectGoogle: Operation<typeof auth.connectGoogle> = async ({ body, caller, activity }, services) => {
  const { id: accountId, email: own } = caller.account
  const { table } = services
  const notValid = () => invalidFieldError('token', 'This Google sign-in is not valid')
  const { sub, email, taken } = await readGoogleToken(services, body.token, notValid)
  if (email !== own) throw invalidFieldError('token', 'This Google account has a different address than yours')
  const refused = () => new AppError('conflict', 'This Google account is connected to another account')
  await retryIfOvertaken(async () => {
    const known = await readOwnAccount(services, caller)
    const previousSub = (await readCredentials(services, accountId)).google_sub
    const connecting = googleConnectionWrites({ account: caller.account, previousSub, sub, refused })
    if (previousSub === sub) return activity.record([], taken, ...connecting)
    await recordAccountChange(
      table,
      { known, activity, change: { action: 'account.google_connected' } },
      taken,
      ...connecting,
      letterWrite(services, 'account_notice', { account_id: accountId, notice: 'google_connected', about: sub }),
    )
  })
}
