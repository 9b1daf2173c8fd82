import type * as auth from '#shared/api/auth.ts'
import { type Account, findAccountByEmail } from '../data/accounts.ts'
import { keysOf } from '../data/keys.ts'
import type { Table } from '../data/table.ts'
import { AppError } from '../http/app-error.ts'
import type { Operation } from '../http/operation.ts'
import { countFailures, signIn } from './sign-in.ts'

const unknown = () => new AppError('unauthenticated', 'No account exists for this Google address')

/** Signs in whose address Google vouches for; that makes no account. */
export const googleAuth: Operation<typeof auth.googleAuth> = ({ body, caller }, house) =>
  countFailures(house, caller, async () => {
    const email = await house.google?.(body.token, house.now())
    if (!email) throw new AppError('unauthenticated', 'This Google sign-in is not valid')
    const account = await findAccountByEmail(house.table, email)
    if (!account?.user.is_active) throw unknown()
    if (!account.user.is_verified) await proveMailbox(house.table, account)
    return signIn(account, house)
  })

const proveMailbox = (table: Table, { user }: Account) =>
  table.write({
    key: keysOf(user.tenant_id).user(user.id),
    update: 'SET is_verified = :yes',
    condition: 'is_active = :yes',
    values: { ':yes': true },
    refused: unknown,
  })
