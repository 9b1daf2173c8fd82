import type * as auth from '#shared/api/auth.ts'
import { passwordRequiredText } from '#shared/model/account-forms.ts'
import { invalidFieldError } from '../failures/app-error.ts'
import type { Operation } from '../http/operation.ts'
import { hashPassword } from '../security/passwords.ts'
import { joinOrganisation } from './join.ts'

export const acceptInvitation: Operation<typeof auth.acceptInvitation> = async ({ body, activity }, services) => {
  const { token, password } = body
  const hashOfPassword = async () => {
    if (password === undefined) throw invalidFieldError('password', passwordRequiredText)
    return hashPassword(password)
  }
  await joinOrganisation(services, { purpose: 'invitation', token, hashOfPassword, activity })
  return { message: 'Your account is set up' }
}
