import { endOneSession, endOtherSessions, listSessions } from '#shared/api/sessions.ts'
import { detailOf } from '../../../lib/call-error.ts'
import { formatDetailDate, formatDetailTime } from '../../../lib/format.ts'
import { invalidate, useApiMutation, useApiQuery } from '../../../lib/queries.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Failed } from '../../../ui/failed.tsx'
import { FormAlert } from '../../../ui/form.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import styles from './account.module.css'

/** Where the account is signed in, with a way to end each session. */
export function SignedInDevices() {
  const sessions = useApiQuery(listSessions, {})
  const onSuccess = () => invalidate(listSessions)
  const ending = useApiMutation(endOneSession, { onSuccess })
  const others = useApiMutation(endOtherSessions, { onSuccess })
  const error = ending.error ?? others.error
  return (
    <Card title="Signed-in devices">
      <div className={styles.stack}>
        <FormAlert>{error && detailOf(error, 'Something went wrong. Please try again.')}</FormAlert>
        {sessions.data ? (
          <ul className={styles.list}>
            {sessions.data.map(({ id, device, place, last_used_at, current }) => (
              <li key={id} className={styles.row}>
                <div>
                  {device || 'Unknown device'} {current && <Badge tone="green">This device</Badge>}
                  <br />
                  <span className="muted small">
                    {[place, `last used ${formatDetailDate(last_used_at)}, ${formatDetailTime(last_used_at)}`]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </div>
                {!current && (
                  <Button
                    size="small"
                    aria-label={`End session on ${device}`}
                    onClick={() => ending.mutate({ params: { id } })}
                  >
                    End session
                  </Button>
                )}
              </li>
            ))}
          </ul>
        ) : sessions.isError ? (
          <Failed message="Your devices could not be loaded" onRetry={() => void sessions.refetch()} />
        ) : (
          <Skeleton label="Loading your devices..." />
        )}
        {(sessions.data?.length ?? 0) > 1 && (
          <Button busy={others.isPending} busyText="Signing out..." onClick={() => others.mutate({})}>
            Sign out all other devices
          </Button>
        )}
      </div>
    </Card>
  )
}
