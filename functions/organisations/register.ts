import type * as registration from '#shared/api/registration.ts'
import type { Operation } from '../http/operation.ts'
import { hashRegistrationPassword } from '../security/passwords.ts'
import { startSignUp } from './start-sign-up.ts'

export const register: Operation<typeof registration.register> = async ({ body }, services) => {
  const { password, ...form } = body
  return startSignUp(services, form, await hashRegistrationPassword(password, form.email))
}
