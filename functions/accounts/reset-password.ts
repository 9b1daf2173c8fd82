import type * as auth from '#shared/api/auth.ts'
import type { Operation } from '../http/operation.ts'
import { choosePassword } from './choose-password.ts'

export const resetPassword: Operation<typeof auth.resetPassword> = async ({ body }, services) => {
  await choosePassword(services, 'reset', body.token, body.new_password)
  return { message: 'Your password is reset' }
}
