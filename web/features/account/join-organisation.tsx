import { acceptInvitation } from '#shared/api/auth.ts'
import type { Invitation } from '#shared/model/account.ts'
import { useApiMutation } from '../../lib/api/queries.ts'
import { goToLoginLabel, paths } from '../../lib/navigation/paths.ts'
import { sessionStore, useSession } from '../../lib/session/session.ts'
import { AccountResultPage } from './account-result-page.tsx'
import { invitationText } from './invitation-text.ts'
import { LoneCardPage } from './lone-card-page.tsx'
import { MailedLinkButton } from './mailed-link-button.tsx'
import { useForgetToken } from './use-link-token.ts'

interface JoinOrganisationProps {
  token: string
  invitation: Invitation
  /** Called with the reason if the link is not valid. */
  onUnusable: (detail: string) => void
}

/** The page for an invited person who already has an account. That person, somebody else or nobody may be signed in here. */
export function JoinOrganisationPage({ token, invitation, onUnusable }: JoinOrganisationProps) {
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
        to={state === 'in' ? paths.dashboard : paths.login}
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
