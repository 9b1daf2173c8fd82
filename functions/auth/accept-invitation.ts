import type * as auth from '#shared/api/auth.ts'
import type { Operation } from '../http/operation.ts'
import { choosePassword } from './choose-password.ts'

export const acceptInvitation: Operation<typeof auth.acceptInvitation> = async ({ body }, services) => {
  await choosePassword(services, 'invitation', body.token, body.password)
  return { message: 'Your account is set up' }
}
