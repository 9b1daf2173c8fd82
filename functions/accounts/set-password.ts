import type * as auth from '#shared/api/auth.ts'
import type { Operation } from '../http/operation.ts'
import { setPasswordByLink } from './set-password-by-link.ts'

export const setPassword: Operation<typeof auth.setPassword> = async ({ body, activity }, services) => {
  const { email } = await setPasswordByLink(services, { purpose: 'set_password', ...body, activity })
  return { message: 'Your password has been set', email }
}
