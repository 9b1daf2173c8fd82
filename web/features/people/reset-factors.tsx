import { useMutation } from '@tanstack/react-query'
import { resetFactors } from '#shared/api/factors.ts'
import { listUsers } from '#shared/api/users.ts'
import type { User } from '#shared/model/account.ts'
import { call } from '../../lib/api/call.ts'
import { errorDetail } from '../../lib/api/call-error.ts'
import { invalidate } from '../../lib/api/queries.ts'
import { withConfirmedIdentity } from '../../lib/session/with-confirmed-identity.ts'
import { Button } from '../../ui/button.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { LiveRegion } from '../../ui/live-region.tsx'
import { administrationFailureTexts as failures } from './administration-failures.ts'
import styles from './users.module.css'

/** The button that removes a user's second factors, for a user who has lost both phone and recovery codes. */
export function ResetFactorsButton({ user: { id, full_name } }: { user: User }) {
  const ask = useConfirm()
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => withConfirmedIdentity((headers) => call(resetFactors, { params: { id }, headers })),
    onSuccess: () => invalidate(listUsers),
  })
  const outcome = error
    ? errorDetail(error, failures.operation)
    : isSuccess && `${full_name} can now sign in without a second step.`

  async function reset() {
    const text = `This removes ${full_name}’s authenticator app, recovery codes and passkeys, and signs them out everywhere.`
    if (await ask({ title: 'Reset two-step sign-in?', text, confirm: 'Reset', danger: true })) mutate()
  }
  return (
    <div className={styles.resend}>
      <LiveRegion role="status" className="muted small">
        {outcome}
      </LiveRegion>
      <Button size="small" busy={isPending} busyText="Resetting..." onClick={() => void reset()}>
        Reset two-step sign-in
      </Button>
    </div>
  )
}
