import type * as auth from '#shared/api/auth.ts'
import { findAccountByEmail, presentUser } from '../data/accounts.ts'
import type { StoredUser } from '../data/entities.ts'
import { keysOf } from '../data/keys.ts'
import type { Table } from '../data/table.ts'
import { AppError } from '../http/app-error.ts'
import type { Operation } from '../http/operation.ts'
import { signAccessToken } from '../security/access-tokens.ts'
import { hashPassword, verifyPassword } from '../security/passwords.ts'
import { openSession } from '../security/sessions.ts'
import { type Allowance, count, countOrRefuse, forget, refuseWhenUsedUp } from '../security/throttle.ts'

const detail = 'Too many login attempts. Please try again later.'
const perEmail: Allowance = { what: 'login-email', times: 5, seconds: 900, detail }
const perAddress: Allowance = { what: 'login-address', times: 50, seconds: 900, detail }

const refused = () => new AppError('unauthenticated', 'Invalid email or password')

/**
 * Unknown address, wrong password, no password yet and deactivated answer the same after the same work. An attempt counts
 * before its password is looked at, so that parallel guesses cannot outrun the count.
 */
export const login: Operation<typeof auth.login> = async ({ body, caller }, house) => {
  const { table, keys } = house
  const now = house.now()
  const { email, password } = body
  await refuseWhenUsedUp(table, perAddress, caller.address, now)
  try {
    await countOrRefuse(table, perEmail, email, now)
    const account = await findAccountByEmail(table, email)
    const { matches, outdated } = await verifyPassword(password, account?.user.password_hash)
    if (!account?.user.is_active || !matches) throw refused()
    const { user } = account
    if (!user.is_verified) throw new AppError('unauthenticated', 'Email not verified')

    const place = { tenantId: user.tenant_id, sessionId: house.newId(), userId: user.id }
    const [refresh_token, access_token] = await Promise.all([
      openSession(table, keys, { ...place, now }),
      signAccessToken(keys, place, now),
      forget(table, perEmail, email),
      outdated && storeHash(table, user, await hashPassword(password)),
    ])
    return { access_token, refresh_token, token_type: 'bearer', user: presentUser(account) }
  } catch (error) {
    if (error instanceof AppError) await count(table, perAddress, caller.address, now)
    throw error
  }
}

/** Unless the password was changed meanwhile. */
const storeHash = (table: Table, { tenant_id, id, password_hash }: StoredUser, hash: string) =>
  table.write({
    key: keysOf(tenant_id).user(id),
    update: 'SET password_hash = :new',
    condition: 'password_hash = :old',
    values: { ':new': hash, ':old': password_hash },
    refused: () => undefined,
  })
