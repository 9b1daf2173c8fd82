import type * as auth from '#shared/api/auth.ts'
import { verificationSentText } from '#shared/model/account.ts'
import type { Operation } from '../http/operation.ts'
import { requestMail } from '../mail/requested-mail.ts'

export const sendVerificationEmail: Operation<typeof auth.sendVerificationEmail> = async ({ body }, services) => {
  await requestMail(services, { email: body.email, purpose: 'verification' })
  return { message: verificationSentText }
}
