import type * as auth from '#shared/api/auth.ts'
import type { Operation } from '../http/operation.ts'
import { choosePassword } from './choose-password.ts'

export const setPassword: Operation<typeof auth.setPassword> = async ({ body }, services) => {
  await choosePassword(services, 'set_password', body.token, body.password)
  return { message: 'Your password is set' }
}
