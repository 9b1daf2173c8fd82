import type * as registration from '#shared/api/registration.ts'
import type { Operation } from '../http/operation.ts'
import { startSignUp } from './start-sign-up.ts'

export const signUpCompany: Operation<typeof registration.signUpCompany> = ({ body }, services) =>
  startSignUp(services, body, null)
