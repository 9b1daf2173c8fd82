import { useState } from 'react'
import { setPassword } from '#shared/api/auth.ts'
import { call } from '../../lib/api/call.ts'
import { goToLoginLabel, paths } from '../../lib/navigation/paths.ts'
import { AccountResultPage, LoneCardPage } from './lone-card-page.tsx'
import { requestFailedText, useForgetToken, useLinkToken } from './mailed-link.tsx'
import { NewPasswordForm } from './new-password-form.tsx'

/** The page on which a user sets the account's first password, after the address was verified. */
export function SetPasswordScreen() {
  const token = useLinkToken()
  const [refused, setRefused] = useState('')
  const [email, setEmail] = useState<string>()
  useForgetToken(email !== undefined || refused !== '')

  if (email !== undefined)
    return (
      <AccountResultPage title="Password Set Successfully!" link={goToLoginLabel} email={email}>
        You can now sign in with your password.
      </AccountResultPage>
    )
  if (!token || refused)
    return (
      <AccountResultPage title="Error Setting Password" failed to={paths.forgotPassword} link="Request a new link">
        {refused || 'Invalid or missing set-password token'}
      </AccountResultPage>
    )
  return (
    <LoneCardPage title="Set your password">
      <NewPasswordForm
        label="Password"
        button="Set password"
        busyText="Setting password..."
        failureText={requestFailedText}
        send={(fields) => call(setPassword, { body: { token, ...fields } })}
        onDone={({ body }) => setEmail(body.email)}
        onUnusable={setRefused}
      />
    </LoneCardPage>
  )
}
