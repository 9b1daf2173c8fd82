import type * as auth from '#shared/api/auth.ts'
import { emailNotVerified, tooManyLogins } from '#shared/rules/sign-in-refusals.ts'
import { findUserByEmail } from '../data/accounts.ts'
import type { StoredUser } from '../data/entities.ts'
import { keysOf } from '../data/keys.ts'
import type { Table } from '../data/table.ts'
import { update } from '../data/writes.ts'
import { AppError } from '../http/app-error.ts'
import type { Operation } from '../http/operation.ts'
import { hashPassword, verifyPassword } from '../security/passwords.ts'
import { type Allowance, countOrRefuse, forget } from '../security/throttle.ts'
import { countFailures, signIn } from './sign-in.ts'

const perEmail: Allowance = { what: 'login-email', times: 5, seconds: 900, detail: tooManyLogins }

const refused = () => new AppError('unauthenticated', 'Invalid email or password')

/**
 * Unknown address, wrong password, no password yet and deactivated answer the same after the same work. An attempt counts
 * before its password is looked at, so that parallel guesses cannot outrun the count.
 */
export const login: Operation<typeof auth.login> = ({ body, caller }, services) =>
  countFailures(services, caller, async () => {
    const { table } = services
    const { email, password } = body
    await countOrRefuse(table, perEmail, email, services.now())
    const user = await findUserByEmail(table, email)
    const { matches, outdated } = await verifyPassword(password, user?.password_hash)
    if (!user?.is_active || !matches) throw refused()
    if (!user.is_verified) throw new AppError('unauthenticated', emailNotVerified)
    const [answer] = await Promise.all([
      signIn(user, services),
      forget(table, perEmail, email),
      outdated && storeHash(table, user, await hashPassword(password)),
    ])
    return answer
  })

/** Unless the password was changed meanwhile. */
const storeHash = (table: Table, { tenant_id, id, password_hash }: StoredUser, hash: string) =>
  table.write(
    update(
      keysOf(tenant_id).user(id),
      { set: { password_hash: hash } },
      { where: { password_hash }, refused: () => undefined },
    ),
  )
