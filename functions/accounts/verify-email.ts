import type * as auth from '#shared/api/auth.ts'
import type { Operation } from '../http/operation.ts'
import { openUserLink } from '../security/links.ts'
import { joinOrganisation } from './join.ts'

export const readVerification: Operation<typeof auth.readVerification> = async ({ query }, services) => {
  const { email } = await openUserLink(services, 'verification', query.token)
  return { email }
}

/**
 * Verifies the address of a registration. The registration's password is discarded, because a stranger may have registered with
 * this address. A new account therefore begins without a password.
 */
export const verifyEmail: Operation<typeof auth.verifyEmail> = async ({ body, activity }, services) => {
  const joining = { purpose: 'verification', token: body.token, activity } as const
  const { user, setPasswordToken } = await joinOrganisation(services, joining)
  return { email: user.email, ...(setPasswordToken && { set_password_token: setPasswordToken }) }
}
