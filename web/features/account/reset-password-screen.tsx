import { useState } from 'react'
import { resetPassword } from '#shared/api/auth.ts'
import { call } from '../../lib/api/call.ts'
import { goToLoginLabel, paths } from '../../lib/navigation/paths.ts'
import { AccountResultPage, LoneCardPage } from './lone-card-page.tsx'
import { useForgetToken, useLinkToken } from './mailed-link.tsx'
import { NewPasswordForm } from './new-password-form.tsx'

export function ResetPasswordScreen() {
  const token = useLinkToken()
  const [refused, setRefused] = useState('')
  const [email, setEmail] = useState<string>()
  useForgetToken(email !== undefined || refused !== '')

  if (email !== undefined)
    return (
      <AccountResultPage title="Password Reset Successful!" link={goToLoginLabel} email={email}>
        You can now sign in with your new password.
      </AccountResultPage>
    )
  if (!token || refused)
    return (
      <AccountResultPage title="Error Resetting Password" failed to={paths.forgotPassword} link="Request a new link">
        {refused || 'Invalid or missing reset token'}
      </AccountResultPage>
    )
  return (
    <LoneCardPage title="Reset your password">
      <NewPasswordForm
        label="New password"
        button="Reset password"
        busyText="Resetting password..."
        failureText="An error occurred while resetting your password. Please try again."
        send={({ password, confirm_password }) =>
          call(resetPassword, { body: { token, new_password: password, confirm_password } })
        }
        onDone={({ body }) => setEmail(body.email)}
        onUnusable={setRefused}
      />
    </LoneCardPage>
  )
}
