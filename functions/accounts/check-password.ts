import { invalidFieldError } from '../failures/app-error.ts'
import type { Caller } from '../http/operation.ts'
import type { Services } from '../http/services.ts'
import { verifyPassword } from '../security/passwords.ts'
import { readCredentials } from './factors.ts'
import { runProofAttempt } from './throttle-guesses.ts'

interface TypedPassword {
  /** The field of the body that contains the password. */
  field: string
  password: string
}

/**
 * Returns the hash of the caller's password if the typed password is right. Otherwise throws a 422 about `field`, and the attempt
 * counts for the session. After too many, throws a 429 without comparing the password.
 */
export function checkPassword(
  services: Services,
  caller: Caller,
  { field, password }: TypedPassword,
): Promise<string | null> {
  return runProofAttempt(services, caller, async () => {
    const { password_hash: hash } = await readCredentials(services, caller.account.id)
    if (!(await verifyPassword(password, hash)).matches) throw invalidFieldError(field, 'Wrong password')
    return hash
  })
}
