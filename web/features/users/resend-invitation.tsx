import { resendInvitation } from '#shared/api/users.ts'
import type { User } from '#shared/model/account.ts'
import { administrationFailures as failures } from '../../lib/administration-failures.ts'
import { detailOf } from '../../lib/call-error.ts'
import { useApiMutation } from '../../lib/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Live } from '../../ui/live.tsx'
import { invitationNotSent, invitationSent } from './use-save-user.ts'
import styles from './users.module.css'

/** Another link for a user who has lost theirs; the server refuses it once the account is set up. */
export function ResendInvitation({ user }: { user: User }) {
  const { mutate, isPending, data, error } = useApiMutation(resendInvitation)
  const said = error
    ? detailOf(error, failures.operation)
    : data && (data.invitation_sent ? invitationSent : invitationNotSent)
  return (
    <div className={styles.resend}>
      {said ? (
        <Live role="status" className="muted small">
          {said}
        </Live>
      ) : (
        <span className="muted small">Has the invitation been lost, or is it older than seven days?</span>
      )}
      <Button size="small" busy={isPending} busyText="Sending..." onClick={() => mutate({ params: { id: user.id } })}>
        Send it again
      </Button>
    </div>
  )
}
