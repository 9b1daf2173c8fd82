import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { acceptInvitation, verifyInvitation } from '#shared/api/auth.ts'
import { unusableLinkText } from '#shared/model/account.ts'
import { call } from '../../lib/api/call.ts'
import { errorDetail } from '../../lib/api/call-error.ts'
import { useApiQuery } from '../../lib/api/queries.ts'
import { queryClient } from '../../lib/api/query-client.ts'
import { backToLoginLabel, paths } from '../../lib/navigation/paths.ts'
import { FailedState } from '../../ui/failed-state.tsx'
import { FieldShell } from '../../ui/field-shell.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { AccountResultPage } from './account-result-page.tsx'
import { invitationText } from './invitation-text.ts'
import { JoinOrganisationPage } from './join-organisation.tsx'
import { isTemporaryCheckFailure, linkCheckOptions } from './link-check.ts'
import { LoneCardPage } from './lone-card-page.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import { requestFailedText } from './request-failed-text.ts'
import { useForgetToken, useLinkToken } from './use-link-token.ts'

const title = 'Set Up Your Account'

export function AcceptInvitationScreen() {
  const token = useLinkToken()
  if (!token) return <InvalidInvitation detail="Invalid or missing invitation token" />
  return (
    <QueryClientProvider client={queryClient}>
      <Invitation token={token} />
    </QueryClientProvider>
  )
}

const InvalidInvitation = ({ detail }: { detail: string }) => (
  <AccountResultPage title="Invalid Invitation" failed to={paths.login} link={backToLoginLabel}>
    {detail}
  </AccountResultPage>
)

function Invitation({ token }: { token: string }) {
  const { data, error, refetch } = useApiQuery(verifyInvitation, { query: { token } }, linkCheckOptions)
  const [refused, setRefused] = useState('')
  const [isDone, setIsDone] = useState(false)
  useForgetToken(isDone || refused !== '' || (error !== null && !isTemporaryCheckFailure(error)))

  if (isDone)
    return (
      <AccountResultPage title="Account Setup Complete!" to={paths.login} link="Go to Login">
        You can now sign in with your email address and new password.
      </AccountResultPage>
    )
  if (refused) return <InvalidInvitation detail={refused} />
  if (data?.has_account) return <JoinOrganisationPage token={token} invitation={data} onUnusable={setRefused} />
  if (data) {
    return (
      <LoneCardPage title={title}>
        <p>{invitationText(data)}</p>
        <p className="muted">Choose a password to finish.</p>
        <NewPasswordForm
          label="Password"
          button="Set up account"
          busyText="Setting up account..."
          failureText={requestFailedText}
          send={(fields) => call(acceptInvitation, { body: { token, ...fields } })}
          onDone={() => setIsDone(true)}
          onUnusable={setRefused}
        >
          <FieldShell label="Email">
            {(control) => <input {...control} type="email" autoComplete="username" readOnly value={data.email} />}
          </FieldShell>
        </NewPasswordForm>
      </LoneCardPage>
    )
  }
  if (!error)
    return (
      <LoneCardPage title="Verifying your invitation...">
        <Spinner />
      </LoneCardPage>
    )
  if (isTemporaryCheckFailure(error))
    return (
      <LoneCardPage title={title}>
        <FailedState message={errorDetail(error, requestFailedText)} onRetry={() => void refetch()} />
      </LoneCardPage>
    )
  return <InvalidInvitation detail={errorDetail(error, unusableLinkText('invitation'))} />
}
