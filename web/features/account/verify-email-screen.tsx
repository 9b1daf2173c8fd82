import { QueryClientProvider } from '@tanstack/react-query'
import { Navigate } from 'react-router-dom'
import { readVerification, verifyEmail } from '#shared/api/auth.ts'
import { unusableLinkText } from '#shared/model/account.ts'
import { errorDetail } from '../../lib/api/call-error.ts'
import { useApiMutation, useApiQuery } from '../../lib/api/queries.ts'
import { queryClient } from '../../lib/api/query-client.ts'
import { backToLoginLabel, goToLoginLabel, paths } from '../../lib/navigation/paths.ts'
import { FailedState } from '../../ui/failed-state.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { AccountResultPage, LoneCardPage } from './lone-card-page.tsx'
import {
  isTemporaryCheckFailure,
  linkCheckOptions,
  MailedLinkButton,
  requestFailedText,
  useForgetToken,
  useLinkToken,
} from './mailed-link.tsx'

export function VerifyEmailScreen() {
  const token = useLinkToken()
  if (!token) return <NotVerified detail="Invalid or missing verification token" />
  return (
    <QueryClientProvider client={queryClient}>
      <Verification token={token} />
    </QueryClientProvider>
  )
}

/** Shown if the link has no token or was refused. The user can get another link by signing in. */
const NotVerified = ({ detail }: { detail: string }) => (
  <AccountResultPage title="Error Verifying Email" failed link={backToLoginLabel}>
    {detail}
  </AccountResultPage>
)

function Verification({ token }: { token: string }) {
  const { data, error, refetch } = useApiQuery(readVerification, { query: { token } }, linkCheckOptions)
  const confirmation = useApiMutation(verifyEmail)
  const verified = confirmation.data
  const refusal = [error, confirmation.error].find((failure) => failure && !isTemporaryCheckFailure(failure))
  useForgetToken(Boolean((verified && !verified.set_password_token) || refusal))

  if (verified?.set_password_token)
    return <Navigate to={paths.setPassword} replace state={{ token: verified.set_password_token }} />
  if (verified)
    return (
      <AccountResultPage title="Email Verified!" link={goToLoginLabel} email={verified.email}>
        Your email address {verified.email} is verified. You can now sign in.
      </AccountResultPage>
    )
  if (refusal) return <NotVerified detail={errorDetail(refusal, unusableLinkText('verification'))} />
  if (data)
    return (
      <LoneCardPage title="Confirm your email">
        <p>Confirm that {data.email} is your email address.</p>
        <MailedLinkButton
          onClick={() => confirmation.mutate({ body: { token } })}
          busy={confirmation.isPending}
          error={confirmation.error}
          busyText="Confirming..."
        >
          Confirm email
        </MailedLinkButton>
      </LoneCardPage>
    )
  if (error)
    return (
      <LoneCardPage title="Verify your email">
        <FailedState message={errorDetail(error, requestFailedText)} onRetry={() => void refetch()} />
      </LoneCardPage>
    )
  return (
    <LoneCardPage title="Verifying your email...">
      <Spinner />
    </LoneCardPage>
  )
}
