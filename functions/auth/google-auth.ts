import type * as auth from '#shared/api/auth.ts'
import { findUserByEmail } from '../data/accounts.ts'
import type { StoredUser } from '../data/entities.ts'
import { keysOf } from '../data/keys.ts'
import type { Table } from '../data/table.ts'
import { update } from '../data/writes.ts'
import { AppError } from '../http/app-error.ts'
import type { Operation } from '../http/operation.ts'
import { countFailures, signIn } from './sign-in.ts'

const unknown = () => new AppError('unauthenticated', 'No account exists for this Google address')

/** Signs in whose address Google vouches for; that makes no account. */
export const googleAuth: Operation<typeof auth.googleAuth> = ({ body, caller }, services) =>
  countFailures(services, caller, async () => {
    const email = await services.google?.(body.token, services.now())
    if (!email) throw new AppError('unauthenticated', 'This Google sign-in is not valid')
    const user = await findUserByEmail(services.table, email)
    if (!user?.is_active) throw unknown()
    if (!user.is_verified) await proveMailbox(services.table, user)
    return signIn(user, services)
  })

/** A password from before the proof may be that of whoever registered a stranger's address: only the proof stays. */
const proveMailbox = (table: Table, { tenant_id, id }: StoredUser) =>
  table.write(
    update(
      keysOf(tenant_id).user(id),
      { set: { is_verified: true, password_hash: null } },
      {
        where: { is_active: true, is_verified: false },
        // Proven meanwhile, by a link or by another sign-in: what was chosen then stays.
        refused: (found) => (found?.is_active ? undefined : unknown()),
      },
    ),
  )
