import type * as auth from '#shared/api/auth.ts'
import { emailNotVerifiedText } from '#shared/rules/sign-in-refusals.ts'
import { findAccount } from '../data/accounts.ts'
import { isNotExpired } from '../data/expiring-item.ts'
import type { Table } from '../data/table.ts'
import { unscopedKeys } from '../data/table-keys.ts'
import { update } from '../data/writes.ts'
import { AppError } from '../failures/app-error.ts'
import type { Operation } from '../http/operation.ts'
import type { Services } from '../http/services.ts'
import { hashPassword, verifyPassword } from '../security/passwords.ts'
import { recordSignInRefusal } from './record-refusal.ts'
import { passFirstStep } from './second-step.ts'
import { runPasswordGuess } from './throttle-guesses.ts'

const refused = () => new AppError('unauthenticated', 'Invalid email or password')

/**
 * Signs in with a password. An unknown address, a wrong password and an account without a password get the same response after the
 * same work. An account without an active user gets that response, too. Registrations may be pending at an address that has no
 * account: a user who enters the password of one of them is told to open the link in its mail.
 */
export const login: Operation<typeof auth.login> = async ({ body, caller, activity }, services) => {
  const { table } = services
  const { email, password, device_token: deviceToken } = body
  const known = await findAccount(table, email)
  const guess = { email, place: caller.address, account: known?.account, deviceToken }
  const answer = await runPasswordGuess(services, guess, async () => {
    const accountId = known?.account.id ?? services.newId()
    const [credentials, registered] = await Promise.all([
      table.get(unscopedKeys.credentials(accountId)),
      registeredHashes(email, services),
    ])
    const hashes = known ? [credentials?.password_hash ?? null] : registered
    const { matches, outdated } = await verifyPassword(password, ...hashes)
    if (!matches) {
      await recordSignInRefusal(activity, known, services)
      throw refused()
    }
    if (!known) return undefined
    const [signedIn] = await Promise.all([
      passFirstStep(known, services, { activity, visitor: caller }),
      outdated && credentials && storeHash(table, accountId, credentials.password_hash, await hashPassword(password)),
    ])
    if (!signedIn) {
      await recordSignInRefusal(activity, known, services)
      throw refused()
    }
    return signedIn
  })
  if (!answer) throw new AppError('unauthenticated', emailNotVerifiedText)
  return answer
}

/**
 * The most people to read for an address, newest first, of those who have yet to open the link in their mail. Invited people count
 * too, although they have no password to compare with.
 */
const registrations = 25

/** Returns the password hashes of the pending registrations of an address, newest first. */
async function registeredHashes(email: string, { table, now }: Services): Promise<string[]> {
  const newest = { descending: true, limit: registrations, consistent: true }
  const { items } = await table.query(unscopedKeys.waitingAt(email), newest)
  return items.filter((person) => isNotExpired(person, now())).flatMap(({ password_hash }) => password_hash ?? [])
}

/** Replaces a hash by one with the current parameters, unless the password has been changed in the meantime. */
const storeHash = (table: Table, accountId: string, password_hash: string | null, hash: string) =>
  table.write(
    update(
      unscopedKeys.credentials(accountId),
      { set: { password_hash: hash } },
      { where: { password_hash }, refused: () => undefined },
    ),
  )
