import type * as auth from '#shared/api/auth.ts'
import { resetRequestedText } from '#shared/model/account.ts'
import type { Operation } from '../http/operation.ts'
import { requestMail } from '../mail/requested-mail.ts'

export const requestPasswordReset: Operation<typeof auth.requestPasswordReset> = async ({ body }, services) => {
  await requestMail(services, { email: body.email, purpose: 'reset' })
  return { message: resetRequestedText }
}
