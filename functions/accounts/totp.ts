import type * as factors from '#shared/api/factors.ts'
import { invalidCode } from '#shared/rules/sign-in-refusals.ts'
import { decideAnew } from '../data/overtaken.ts'
import { AppError, invalidField } from '../http/app-error.ts'
import type { Operation } from '../http/operation.ts'
import { noticeWrite } from '../mail/notices.ts'
import { newAuthenticator, stepOfCode } from '../security/authenticator-codes.ts'
import { hashOfRecoveryCode, newRecoveryCodes } from '../security/recovery-codes.ts'
import { seal, unseal } from '../security/sealing.ts'
import { codeUse, countCode, factorWrites, readCredentials } from './factors.ts'

const wrong = () => invalidField('code', invalidCode)

/** A secret that was begun before and not confirmed is void. */
export const beginTotp: Operation<typeof factors.beginTotp> = async ({ caller }, services) => {
  const { id, email } = caller.account
  const authenticator = await newAuthenticator(email)
  const pending_totp = await seal(services.keys, authenticator.secret, id)
  await decideAnew(async () => {
    const credentials = await readCredentials(services, id)
    if (credentials.totp) throw new AppError('conflict', 'Two-step sign-in is set up already')
    await services.table.write(...factorWrites(id, credentials, { set: { pending_totp } }))
  })
  return authenticator
}

export const confirmTotp: Operation<typeof factors.confirmTotp> = async ({ body, caller }, services) => {
  const { id } = caller.account
  const { table, keys, now } = services
  const recovery_codes = newRecoveryCodes()
  await countCode(services, id, () =>
    decideAnew(async () => {
      const credentials = await readCredentials(services, id)
      const { pending_totp: secret } = credentials
      if (secret === undefined) throw new AppError('conflict', 'Begin to set up the authenticator app again')
      const last_step = await stepOfCode(await unseal(keys, secret, id), body.code.replace(/\s/g, ''), { now: now() })
      if (last_step === undefined) throw wrong()
      const set = { totp: { secret, last_step }, recovery_hashes: recovery_codes.map(hashOfRecoveryCode) }
      await table.write(
        ...factorWrites(id, credentials, { set, remove: ['pending_totp'] }),
        noticeWrite(services, id, 'totp_added'),
      )
    }),
  )
  return { recovery_codes }
}

export const removeTotp: Operation<typeof factors.removeTotp> = async ({ body, caller }, services) => {
  const { id } = caller.account
  await countCode(services, id, () =>
    decideAnew(async () => {
      const credentials = await readCredentials(services, id)
      if (!(await codeUse(services, credentials, { accountId: id, code: body.code }))) throw wrong()
      await services.table.write(
        ...factorWrites(id, credentials, { remove: ['totp', 'recovery_hashes'] }),
        noticeWrite(services, id, 'totp_removed'),
      )
    }),
  )
}
