import { invalidFieldError } from '../failures/app-error.ts'
import type { Caller } from '../http/operation.ts'
import type { Services } from '../http/services.ts'
import { verifyPassword } from '../security/passwords.ts'
import { readCredentials } from './factors.ts'
import { runPasswordGuess } from './throttle-guesses.ts'

interface TypedPassword {
  /** The field of the body that contains the password. */
  field: string
  password: string
}

/**
 * Returns the hash of the caller's password if the typed password is right. Otherwise throws a 422 about `field`, and the attempt
 * counts as a guess. After too many guesses, throws a 429 without comparing the password.
 */
export function checkPassword(
  services: Services,
  { account, address: place }: Caller,
  { field, password }: TypedPassword,
): Promise<string | null> {
  return runPasswordGuess(services, { email: account.email, place, account, deviceToken: undefined }, async () => {
    const { password_hash: hash } = await readCredentials(services, account.id)
    if (!(await verifyPassword(password, hash)).matches) throw invalidFieldError(field, 'Wrong password')
    return hash
  })
}
