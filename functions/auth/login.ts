import type * as auth from '#shared/api/auth.ts'
import { emailNotVerified } from '#shared/rules/sign-in-refusals.ts'
import { findAccount } from '../data/accounts.ts'
import { unscopedKeys } from '../data/keys.ts'
import { isThere, nobody } from '../data/organisations.ts'
import type { Table } from '../data/table.ts'
import { update } from '../data/writes.ts'
import { AppError } from '../http/app-error.ts'
import type { Operation } from '../http/operation.ts'
import { hashPassword, verifyPassword } from '../security/passwords.ts'
import { countGuess } from './count-guesses.ts'
import { signIn } from './sign-in.ts'

const refused = () => new AppError('unauthenticated', 'Invalid email or password')

/**
 * Unknown address, wrong password, no password yet and deactivated answer the same after the same work. Only the right password of a
 * registration learns that its mail waits to be answered.
 */
export const login: Operation<typeof auth.login> = async ({ body, caller }, services) => {
  const { table } = services
  const { email, password, device_token: deviceToken } = body
  const known = await findAccount(table, email)
  const accountId = known?.account.id ?? nobody
  const guess = await countGuess(services, { email, place: caller.address, account: known?.account, deviceToken })
  const [credentials, waiting] = await Promise.all([
    table.get(unscopedKeys.credentials(accountId)),
    table.queryAll(unscopedKeys.waitingAt(email), { consistent: true }),
  ])
  const registered = waiting
    .filter((person) => isThere(person, services.now()))
    .flatMap(({ password_hash }) => password_hash ?? [])
  const hashes = known ? [credentials?.password_hash ?? null] : registered
  const { matches, outdated } = await verifyPassword(password, ...hashes)
  if (!matches) throw refused()
  if (!known) {
    await guess.wasRight()
    throw new AppError('unauthenticated', emailNotVerified)
  }
  const answer = await signIn(known, services)
  if (!answer) throw refused()
  await Promise.all([
    guess.wasRight(),
    outdated && credentials && storeHash(table, accountId, credentials.password_hash, await hashPassword(password)),
  ])
  return answer
}

/** Unless the password was changed meanwhile. */
const storeHash = (table: Table, accountId: string, password_hash: string | null, hash: string) =>
  table.write(
    update(
      unscopedKeys.credentials(accountId),
      { set: { password_hash: hash } },
      { where: { password_hash }, refused: () => undefined },
    ),
  )
