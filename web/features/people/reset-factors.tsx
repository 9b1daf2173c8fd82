import { useMutation } from '@tanstack/react-query'
import { resetFactors } from '#shared/api/factors.ts'
import { listUsers } from '#shared/api/users.ts'
import type { User } from '#shared/model/account.ts'
import { call } from '../../lib/api/call.ts'
import { detailOf } from '../../lib/api/call-error.ts'
import { invalidate } from '../../lib/api/queries.ts'
import { confirmed } from '../../lib/session/confirmed.ts'
import { Button } from '../../ui/button.tsx'
import { useConfirm } from '../../ui/confirm.tsx'
import { Live } from '../../ui/live.tsx'
import { administrationFailures as failures } from './administration-failures.ts'
import styles from './users.module.css'

/** Removes the second factors of a user who has lost both phone and recovery codes. */
export function ResetFactors({ user: { id, full_name } }: { user: User }) {
  const ask = useConfirm()
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => confirmed((headers) => call(resetFactors, { params: { id }, headers })),
    onSuccess: () => invalidate(listUsers),
  })
  const outcome = error
    ? detailOf(error, failures.operation)
    : isSuccess && `${full_name} signs in without a second step now.`

  async function reset() {
    const text = `The authenticator app, the recovery codes and the passkeys of ${full_name} are removed, and their sessions end.`
    if (await ask({ title: 'Reset two-step sign-in?', text, confirm: 'Reset', danger: true })) mutate()
  }
  return (
    <div className={styles.resend}>
      <Live role="status" className="muted small">
        {outcome}
      </Live>
      <Button size="small" busy={isPending} busyText="Resetting..." onClick={() => void reset()}>
        Reset two-step sign-in
      </Button>
    </div>
  )
}
