import type { AnswerOf } from '#shared/api/contract.ts'
import { endOneSession, endOtherSessions, listSessions } from '#shared/api/sessions.ts'
import { errorDetail } from '../../../lib/api/call-error.ts'
import { invalidate, useApiMutation, useApiQuery } from '../../../lib/api/queries.ts'
import { formatDateTime } from '../../../lib/browser/format.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { FailedState } from '../../../ui/failed-state.tsx'
import { FormAlert } from '../../../ui/form-alert.tsx'
import { uniqueRowNamer } from '../../../ui/row-names.ts'
import { Skeleton } from '../../../ui/skeleton.tsx'
import styles from './account.module.css'

type Session = AnswerOf<typeof listSessions>[number]

const deviceOf = ({ device }: Session) => device || 'Unknown device'

interface DeviceProps {
  session: Session
  /** The device's name, with a number if several sessions have the same one. */
  name: string
  isEnding: boolean
  onEnd: () => void
}

function Device({ session, name, isEnding, onEnd }: DeviceProps) {
  const { place, last_used_at, current } = session
  return (
    <li className={styles.row}>
      <div>
        {deviceOf(session)} {current && <Badge tone="green">This device</Badge>}
        <br />
        <span className="muted small">
          {[place, `last used ${formatDateTime(last_used_at)}`].filter(Boolean).join(' · ')}
        </span>
      </div>
      {!current && (
        <Button size="small" busy={isEnding} aria-label={`Sign out ${name}`} onClick={onEnd}>
          Sign out
        </Button>
      )}
    </li>
  )
}

/** The account's sessions. Each session except the current one has a button that ends it. */
export function SignedInDevices() {
  const sessions = useApiQuery(listSessions, {})
  const onSuccess = () => invalidate(listSessions)
  const ending = useApiMutation(endOneSession, { onSuccess })
  const others = useApiMutation(endOtherSessions, { onSuccess })
  const nameOf = uniqueRowNamer(sessions.data ?? [], deviceOf)
  const error = ending.error ?? others.error
  return (
    <Card title="Signed-in devices">
      <div className={styles.stack}>
        <FormAlert>{error && errorDetail(error, 'Something went wrong. Please try again.')}</FormAlert>
        {sessions.data ? (
          <ul className={styles.list}>
            {sessions.data.map((session) => (
              <Device
                key={session.id}
                session={session}
                name={nameOf(session)}
                isEnding={ending.isPending && ending.variables.params.id === session.id}
                onEnd={() => ending.mutate({ params: { id: session.id } })}
              />
            ))}
          </ul>
        ) : sessions.isError ? (
          <FailedState message="Failed to load your devices" onRetry={() => void sessions.refetch()} />
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
