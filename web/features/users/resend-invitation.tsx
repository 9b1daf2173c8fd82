import { listUsers, resendInvitation, withdrawInvitation } from '#shared/api/users.ts'
import type { User } from '#shared/model/account.ts'
import { administrationFailures as failures } from '../../lib/administration-failures.ts'
import { detailOf } from '../../lib/call-error.ts'
import { invalidate, useApiMutation } from '../../lib/queries.ts'
import { Button } from '../../ui/button.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { Live } from '../../ui/live.tsx'
import { invitationNotSent, invitationSent } from './use-save-user.ts'
import styles from './users.module.css'

/** For somebody who has yet to join: another link, or none any more. */
export function ResendInvitation({ user, onGone }: { user: User; onGone: () => void }) {
  const { mutate, isPending, data, error } = useApiMutation(resendInvitation)
  const confirm = useConfirm()
  const withdrawal = useApiMutation(withdrawInvitation, {
    onSuccess: onGone,
    onSettled: () => void invalidate(listUsers),
  })

  async function withdraw() {
    const text = `The link that ${user.full_name} has is void, and they are removed.`
    if (await confirm({ title: 'Withdraw the invitation?', text, confirm: 'Withdraw', danger: true }))
      withdrawal.mutate({ params: { id: user.id } })
  }

  const refused = error ?? withdrawal.error
  const said = refused
    ? detailOf(refused, failures.operation)
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
        Resend
      </Button>
      <Button size="small" busy={withdrawal.isPending} busyText="Withdrawing..." onClick={() => void withdraw()}>
        Withdraw
      </Button>
    </div>
  )
}
