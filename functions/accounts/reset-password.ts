import type * as auth from '#shared/api/auth.ts'
import type { Operation } from '../http/operation.ts'
import { choosePassword } from './choose-password.ts'

export const resetPassword: Operation<typeof auth.resetPassword> = async ({ body, activity }, services) => {
  const { token, new_password: password } = body
  await choosePassword(services, { purpose: 'reset', token, password, activity })
  return { message: 'Your password is reset' }
}
