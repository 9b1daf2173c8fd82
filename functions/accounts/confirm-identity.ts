import type * as factors from '#shared/api/factors.ts'
import type { IdentityProof } from '#shared/model/identity-proof.ts'
import { invalidCodeText } from '#shared/rules/sign-in-refusals.ts'
import { OvertakenError, retryIfOvertaken } from '../data/overtaken.ts'
import { conditionCheck } from '../data/writes.ts'
import { AppError, invalidFieldError } from '../failures/app-error.ts'
import type { Caller, Operation } from '../http/operation.ts'
import type { Services } from '../http/services.ts'
import { newConfirmationToken } from '../security/confirmations.ts'
import { checkPassword } from './check-password.ts'
import { readCredentials } from './factors.ts'
import { readGoogleToken } from './google-token.ts'
import { factorUseWrites } from './second-step.ts'
import { runProofAttempt } from './throttle-guesses.ts'

export const confirmIdentity: Operation<typeof factors.confirmIdentity> = async ({ body, caller }, services) => {
  await prove(body, caller, services)
  return { confirmation: await newConfirmationToken(services.keys, caller.sessionId, services.now()) }
}

/**
 * Makes the error that refuses a password or a Google sign-in as proof if the account has a second step. Otherwise a thief who
 * knows only the password could get past the second step here.
 */
const notEnough = (field: string) =>
  invalidFieldError(field, 'Use your authenticator app, a recovery code or a passkey')

async function prove(proof: IdentityProof, caller: Caller, services: Services): Promise<void> {
  const { password, google } = proof
  if (proof.passkey || proof.code !== undefined) return proveByFactor(proof, caller, services)
  const hasSecondStep = Boolean(caller.account.second_step?.length)
  if (hasSecondStep) throw notEnough(password === undefined ? 'google' : 'password')
  if (password !== undefined) await checkPassword(services, caller, { field: 'password', password })
  else if (google !== undefined) await proveByGoogle(google, caller, services)
}

/** Accepts a code or a passkey as proof. Each code and each passkey challenge works only once. */
async function proveByFactor(proof: IdentityProof, caller: Caller, services: Services): Promise<void> {
  const { account, keys, user } = caller
  const wrong = () =>
    proof.passkey
      ? invalidFieldError('passkey', 'This passkey does not belong to your account')
      : invalidFieldError('code', invalidCodeText)
  await runProofAttempt(services, caller, () =>
    retryIfOvertaken(async () => {
      const used = await factorUseWrites(services, account.id, proof)
      if (!used) throw wrong()
      // The check of a second item makes this a transaction, which the SDK can repeat safely. If it repeated a single write whose
      // response was lost, its own first try would look like another use of the code.
      await services.table
        .write(...used, conditionCheck(keys.user(user.id), { exists: true, refused: () => new OvertakenError() }))
        .catch((error: unknown) => {
          // A 401 means that another request has just used the same passkey challenge. If another request has just used the same
          // code, the write fails with `OvertakenError` instead, and the next attempt finds that the code is used.
          throw error instanceof AppError && error.code === 'unauthenticated' ? wrong() : error
        })
    }),
  )
}

async function proveByGoogle(token: string, caller: Caller, services: Services): Promise<void> {
  const wrong = () => invalidFieldError('google', 'This is not the Google account that is connected')
  await runProofAttempt(services, caller, async () => {
    const { sub, taken } = await readGoogleToken(services, token, wrong)
    const { google_sub } = await readCredentials(services, caller.account.id)
    if (sub !== google_sub) throw wrong()
    await services.table.write(taken)
  })
}
