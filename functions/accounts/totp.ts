import type * as factors from '#shared/api/factors.ts'
import { invalidCodeText } from '#shared/rules/sign-in-refusals.ts'
import { retryIfOvertaken } from '../data/overtaken.ts'
import { AppError, invalidFieldError } from '../failures/app-error.ts'
import type { Operation } from '../http/operation.ts'
import { newAuthenticator, timeStepOfCode } from '../security/authenticator-codes.ts'
import { decryptText, encryptText } from '../security/encrypt-text.ts'
import { hashOfRecoveryCode, newRecoveryCodes } from '../security/recovery-codes.ts'
import { changeFactors } from './change-factors.ts'
import { factorWrites, readCredentials } from './factors.ts'
import { runProofAttempt } from './throttle-guesses.ts'

const noAuthenticator = () => new AppError('conflict', 'No authenticator app is set up')

/** Begins the setup of an authenticator app. An earlier secret that was never confirmed becomes void. */
export const beginTotp: Operation<typeof factors.beginTotp> = async ({ caller }, services) => {
  const { id, email } = caller.account
  const authenticator = await newAuthenticator(email)
  const pending_totp = await encryptText(services.keys, authenticator.secret, id)
  await retryIfOvertaken(async () => {
    const credentials = await readCredentials(services, id)
    if (credentials.totp) throw new AppError('conflict', 'Two-step sign-in is already set up')
    await services.table.write(...factorWrites(id, credentials, { set: { pending_totp } }))
  })
  return authenticator
}

export const confirmTotp: Operation<typeof factors.confirmTotp> = async ({ body, caller, activity }, services) => {
  const { id } = caller.account
  const { keys, now } = services
  const recovery_codes = newRecoveryCodes()
  const recovery_hashes = recovery_codes.map(hashOfRecoveryCode)
  await runProofAttempt(services, caller, () =>
    retryIfOvertaken(async () => {
      const credentials = await readCredentials(services, id)
      const { pending_totp: secret } = credentials
      if (secret === undefined) throw new AppError('conflict', 'Start setting up the authenticator app again')
      const last_step = await timeStepOfCode(await decryptText(keys, secret, id), body.code.replace(/\s/g, ''), {
        now: now(),
      })
      if (last_step === undefined) throw invalidFieldError('code', invalidCodeText)
      const added_at = now().toISOString()
      const totp = { secret, last_step, added_at }
      await changeFactors(
        services,
        { caller, activity },
        {
          credentials,
          changes: { set: { totp, recovery_hashes, recovery_set_at: added_at }, remove: ['pending_totp'] },
          fieldChange: { field: 'authenticator_app', from: null, to: 'on' },
          notice: 'totp_added',
          about: added_at,
        },
      )
    }),
  )
  return { recovery_codes }
}

export const removeTotp: Operation<typeof factors.removeTotp> = async ({ caller, activity }, services) => {
  await retryIfOvertaken(async () => {
    const credentials = await readCredentials(services, caller.account.id)
    if (!credentials.totp) throw noAuthenticator()
    await changeFactors(
      services,
      { caller, activity },
      {
        credentials,
        changes: { remove: ['totp', 'recovery_hashes', 'recovery_set_at'] },
        fieldChange: { field: 'authenticator_app', from: 'on', to: null },
        notice: 'totp_removed',
      },
    )
  })
}

/** Replaces the recovery codes. The old ones stop working. */
export const renewRecoveryCodes: Operation<typeof factors.renewRecoveryCodes> = async (
  { caller, activity },
  services,
) => {
  const recovery_codes = newRecoveryCodes()
  const recovery_set_at = services.now().toISOString()
  await retryIfOvertaken(async () => {
    const credentials = await readCredentials(services, caller.account.id)
    if (!credentials.totp) throw noAuthenticator()
    await changeFactors(
      services,
      { caller, activity },
      {
        credentials,
        changes: { set: { recovery_hashes: recovery_codes.map(hashOfRecoveryCode), recovery_set_at } },
        fieldChange: { field: 'recovery_codes', from: null, to: `${recovery_codes.length} new codes` },
        notice: 'recovery_codes_renewed',
        about: recovery_set_at,
      },
    )
  })
  return { recovery_codes }
}
