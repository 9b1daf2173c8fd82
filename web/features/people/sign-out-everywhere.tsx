import { endSessionsOfUser } from '#shared/api/users.ts'
import type { User } from '#shared/model/account.ts'
import { errorDetail } from '../../lib/api/call-error.ts'
import { useApiMutation } from '../../lib/api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { LiveRegion } from '../../ui/live-region.tsx'
import { administrationFailureTexts as failures } from './administration-failures.ts'
import styles from './users.module.css'

/**
 * The button that ends all sessions that a user has in this organisation, for example after a phone was lost. Sessions in other
 * organisations go on.
 */
export function SignOutEverywhereButton({ user }: { user: User }) {
  const { mutate, isPending, isSuccess, error } = useApiMutation(endSessionsOfUser)
  const message = error
    ? errorDetail(error, failures.operation)
    : isSuccess && `${user.full_name} has been signed out everywhere.`
  return (
    <div className={styles.resend}>
      <LiveRegion role="status" className="muted small">
        {message}
      </LiveRegion>
      <Button
        size="small"
        busy={isPending}
        busyText="Signing out..."
        onClick={() => mutate({ params: { id: user.id } })}
      >
        Sign out everywhere
      </Button>
    </div>
  )
}
