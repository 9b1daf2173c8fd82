import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { acceptInvitation, verifyInvitation } from '#shared/api/auth.ts'
import { type Invitation, unusableLinkText } from '#shared/model/account.ts'
import { call } from '../../lib/api/call.ts'
import { errorDetail } from '../../lib/api/call-error.ts'
import { useApiMutation, useApiQuery } from '../../lib/api/queries.ts'
import { queryClient } from '../../lib/api/query-client.ts'
import { notAnsweredText } from '../../lib/api/read-answer.ts'
import { backToLoginLabel, goToLoginLabel, paths } from '../../lib/navigation/paths.ts'
import { sessionStore, useSession } from '../../lib/session/session.ts'
import { FailedState } from '../../ui/failed-state.tsx'
import { FieldShell } from '../../ui/field-shell.tsx'
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
import { NewPasswordForm } from './new-password-form.tsx'

const title = 'Set Up Your Account'
const unusableText = unusableLinkText('invitation')

export function AcceptInvitationScreen() {
  const token = useLinkToken()
  if (!token) return <InvalidInvitation detail="Invalid or missing invitation token" />
  return (
    <QueryClientProvider client={queryClient}>
      <InvitationPage token={token} />
    </QueryClientProvider>
  )
}

interface InvalidInvitationProps {
  detail: string
  /** Checks the link again, if that makes sense. */
  onRetry?: (() => void) | undefined
  isRetrying?: boolean
}

const InvalidInvitation = ({ detail, ...retry }: InvalidInvitationProps) => (
  <AccountResultPage title="Invalid Invitation" failed {...retry} link={backToLoginLabel}>
    {detail}
  </AccountResultPage>
)

function InvitationPage({ token }: { token: string }) {
  const { data, error, refetch, isFetching } = useApiQuery(verifyInvitation, { query: { token } }, linkCheckOptions)
  const [refused, setRefused] = useState('')
  const [isDone, setIsDone] = useState(false)
  useForgetToken(isDone || refused !== '' || (error !== null && !isTemporaryCheckFailure(error)))

  if (isDone)
    return (
      <AccountResultPage title="Account Setup Complete!" link="Go to Login" email={data?.email}>
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
  if (error.status === 0)
    return (
      <LoneCardPage title={title}>
        <FailedState message={errorDetail(error, requestFailedText)} busy={isFetching} onRetry={() => void refetch()} />
      </LoneCardPage>
    )
  return (
    <InvalidInvitation
      detail={error.detail === notAnsweredText ? unusableText : error.detail || unusableText}
      onRetry={isTemporaryCheckFailure(error) ? () => void refetch() : undefined}
      isRetrying={isFetching}
    />
  )
}

interface JoinOrganisationProps {
  token: string
  invitation: Invitation
  /** Called with the reason if the link is not valid. */
  onUnusable: (detail: string) => void
}

/** The page for an invited person who already has an account. That person, someone else or no one may be signed in here. */
function JoinOrganisationPage({ token, invitation, onUnusable }: JoinOrganisationProps) {
  const { email, organisation } = invitation
  const { state } = useSession()
  const joining = useApiMutation(acceptInvitation, {
    // Refresh the session, so that the user menu lists the new organisation.
    onSuccess: () => void sessionStore.refresh(),
    onError: ({ status, detail }) => status === 400 && onUnusable(detail),
  })
  useForgetToken(joining.isSuccess)

  if (joining.isSuccess)
    return (
      <AccountResultPage
        title={`You joined ${organisation}`}
        {...(state === 'in' && { to: paths.dashboard })}
        link={state === 'in' ? 'Go to dashboard' : goToLoginLabel}
      >
        Sign in as usual. You can switch between your organizations in the user menu.
      </AccountResultPage>
    )
  return (
    <LoneCardPage title={`Join ${organisation}`}>
      <p>{invitationText(invitation)}</p>
      <p className="muted">You’ll join with your account {email}.</p>
      <MailedLinkButton
        onClick={() => joining.mutate({ body: { token } })}
        busy={joining.isPending}
        error={joining.error}
        busyText="Joining..."
      >
        {`Join ${organisation}`}
      </MailedLinkButton>
    </LoneCardPage>
  )
}

/** Says which organisation the user is invited to and, if the invitation has the inviter's name, by whom. */
const invitationText = ({ invited_by, organisation }: Pick<Invitation, 'invited_by' | 'organisation'>) =>
  invited_by ? `${invited_by} invited you to ${organisation}` : `You’ve been invited to ${organisation}`
