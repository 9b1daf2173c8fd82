import type * as auth from '#shared/api/auth.ts'
import { verificationSent } from '#shared/model/account.ts'
import type { StoredUser } from '../data/entities.ts'
import type { Operation } from '../http/operation.ts'
import { requestMail } from './request-mail.ts'

const mailFor = ({ is_verified }: StoredUser) => (is_verified ? undefined : 'verification')

export const sendVerificationEmail: Operation<typeof auth.sendVerificationEmail> = async ({ body }, services) => {
  await requestMail({ email: body.email, purpose: 'verification', mailFor }, services)
  return { message: verificationSent }
}
