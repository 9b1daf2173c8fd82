import { QueryClientProvider } from '@tanstack/react-query'
import { notMe } from '#shared/api/auth.ts'
import { unusableNotMeText } from '#shared/model/account.ts'
import { useApiMutation } from '../../lib/api/queries.ts'
import { queryClient } from '../../lib/api/query-client.ts'
import { goToLoginLabel, paths } from '../../lib/navigation/paths.ts'
import { AccountResultPage, LoneCardPage } from './lone-card-page.tsx'
import { MailedLinkButton, useForgetToken, useLinkToken } from './mailed-link.tsx'

/** The page for account owners who got a mail about a change that they did not make. The mail has a link to this page. */
export function NotMeScreen() {
  const token = useLinkToken()
  if (!token) return <Unusable />
  return (
    <QueryClientProvider client={queryClient}>
      <NotMe token={token} />
    </QueryClientProvider>
  )
}

const Unusable = () => (
  <AccountResultPage title="This link can’t be used" failed to={paths.forgotPassword} link="Reset your password">
    {unusableNotMeText}
  </AccountResultPage>
)

function NotMe({ token }: { token: string }) {
  const { data, error, isPending, mutate } = useApiMutation(notMe)
  const isRefused = error?.status === 400
  useForgetToken(Boolean(data) || isRefused)

  if (data)
    return (
      <AccountResultPage title="Your account is secure again" link={goToLoginLabel}>
        {data.message}
      </AccountResultPage>
    )
  if (isRefused) return <Unusable />
  return (
    <LoneCardPage title="Wasn’t this you?">
      <p>
        We’ll undo the change our email told you about if it can be undone, sign you out everywhere, and email you a
        link to choose a new password.
      </p>
      <MailedLinkButton
        onClick={() => mutate({ body: { token } })}
        busy={isPending}
        error={error}
        busyText="Securing your account..."
      >
        This wasn’t me
      </MailedLinkButton>
    </LoneCardPage>
  )
}
