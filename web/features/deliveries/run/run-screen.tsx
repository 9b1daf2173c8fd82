import { useParams } from 'react-router-dom'
import { readRun } from '#shared/api/runs.ts'
import { formatListDate } from '../../../lib/format.ts'
import { poll } from '../../../lib/queries.ts'
import { useSignedIn } from '../../../lib/session.ts'
import { useLive } from '../../../lib/use-live.ts'
import { useToday } from '../../../lib/use-today.ts'
import { useWhenIdle } from '../../../lib/use-when-idle.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Failed } from '../../../ui/failed.tsx'
import { FormAlert } from '../../../ui/form.tsx'
import { PrintIcon, RefreshIcon } from '../../../ui/icons.tsx'
import { Page } from '../../../ui/page.tsx'
import { part } from '../../../ui/part.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Updated } from '../../../ui/updated.tsx'
import { DeliveryOverlays, preloadDoor } from '../delivery-overlays.tsx'
import { useReopenedCompletion } from '../unsent.tsx'
import styles from './run.module.css'
import { useRun } from './run-cache.ts'
import { runLabels } from './run-labels.ts'
import { handedOver, stopsOf } from './run-stops.ts'
import { RunView } from './run-view.tsx'
import { stateLabels } from './state-labels.ts'

export { readFirst } from './run-cache.ts'

const RunSheet = part(async () => (await import('./run-sheet.tsx')).RunSheet, { waiting: () => null })

/** `/pharmacy/run`: today's own run. */
export function MyRunScreen() {
  const { user } = useSignedIn()
  return <RunPage date={useToday()} userId={user.id} title={runLabels.myRun} />
}

/** `/pharmacy/runs/{date}/{user_id}` */
export function RunScreen() {
  const { date = '', userId = '' } = useParams()
  return <RunPage key={`${date} ${userId}`} date={date} userId={userId} />
}

interface RunPageProps {
  date: string
  userId: string
  title?: string
}

function RunPage({ date, userId, title }: RunPageProps) {
  const place = { params: { date, user_id: userId } }
  const read = useRun(place)
  const { data: run, isRefetchError } = read
  // Others load and move packages meanwhile.
  useLive(() => void poll(readRun, place))
  useReopenedCompletion(run ? stopsOf(run).flatMap(handedOver) : [])
  useWhenIdle(preloadDoor, read.isSuccess)
  if (read.isPending)
    return (
      <Page title={title ?? 'Run'}>
        <Skeleton label="Loading run..." lines={8} />
      </Page>
    )
  if (!run)
    return (
      <Page title={title ?? 'Run'}>
        <Failed message={runLabels.loadFailed} onRetry={() => void read.refetch()} />
      </Page>
    )
  return (
    <>
      <Page
        title={title ?? `Run of ${run.person.full_name}`}
        mark={
          <>
            <Badge tone={run.state === 'out' ? 'indigo' : 'brand'}>{stateLabels[run.state]}</Badge>
            <span className="muted small">{formatListDate(date)}</span>
          </>
        }
      >
        <FormAlert>{isRefetchError && runLabels.notRefreshed}</FormAlert>
        <RunView run={run} />
        {/* The next stop is the page: whatever else can be done stands below. */}
        <div className={styles.actions}>
          <Button size="small" onClick={() => window.print()}>
            <PrintIcon /> {runLabels.print}
          </Button>
          <Button size="small" busy={read.isFetching} onClick={() => void read.refetch()}>
            <RefreshIcon /> Refresh
          </Button>
          <Updated at={read.dataUpdatedAt} />
        </div>
      </Page>
      <RunSheet run={run} />
      <DeliveryOverlays />
    </>
  )
}
