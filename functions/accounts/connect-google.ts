import type * as auth from '#shared/api/auth.ts'
import { decideAnew, Overtaken } from '../data/overtaken.ts'
import { unscopedKeys } from '../data/table-keys.ts'
import { put, remove, update, type Write } from '../data/writes.ts'
import { AppError, invalidField } from '../http/app-error.ts'
import type { Operation } from '../http/operation.ts'
import { noticeWrite } from '../mail/notices.ts'
import { readGoogleToken } from './google-token.ts'

interface Connection {
  accountId: string
  /** The Google account that was connected until now. */
  former: string | undefined
  sub: string
  /** Thrown when it is connected with another account. */
  refused: () => AppError
}

/** One Google account is connected with one account, and the other way round. */
export const connectionWrites = ({ accountId, former, sub, refused }: Connection): Write[] => [
  put(unscopedKeys.google(sub), { account_id: accountId }, { absentOr: { where: { account_id: accountId } }, refused }),
  update(
    unscopedKeys.credentials(accountId),
    { set: { google_sub: sub } },
    {
      ...(former === undefined ? { hasNot: ['google_sub'] } : { where: { google_sub: former } }),
      refused: () => new Overtaken(),
    },
  ),
  ...(former !== undefined && former !== sub ? [remove(unscopedKeys.google(former))] : []),
]

/** Connects a Google account of the caller's own address; one that was connected before no longer signs in. */
export const connectGoogle: Operation<typeof auth.connectGoogle> = async ({ body, caller }, services) => {
  const { id: accountId, email: own } = caller.account
  const { table } = services
  const notValid = () => invalidField('token', 'This Google sign-in is not valid')
  const { sub, email, taken } = await readGoogleToken(services, body.token, notValid)
  if (email !== own) throw invalidField('token', 'This Google account has another address than yours')
  const refused = () => new AppError('conflict', 'This Google account is connected with another account')
  await decideAnew(async () => {
    const credentials = await table.get(unscopedKeys.credentials(accountId))
    const former = credentials?.google_sub
    await table.write(
      taken,
      ...connectionWrites({ accountId, former, sub, refused }),
      ...(former === sub ? [] : [noticeWrite(services, accountId, 'google_connected')]),
    )
  })
}
