import type * as auth from '#shared/api/auth.ts'
import type { Operation } from '../http/operation.ts'
import { setPasswordByLink } from './set-password-by-link.ts'

export const resetPassword: Operation<typeof auth.resetPassword> = async ({ body, activity }, services) => {
  const { token, new_password: password } = body
  const { email } = await setPasswordByLink(services, { purpose: 'reset', token, password, activity })
  return { message: 'Your password has been reset', email }
}
