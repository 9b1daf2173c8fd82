import { useEffect, useRef } from 'react'
import { useParams } from 'react-router-dom'
import { readRun } from '#shared/api/runs.ts'
import type { Run, RunDelivery } from '#shared/model/run.ts'
import { pollQuery } from '../../lib/api/queries.ts'
import { useLiveChangedIds } from '../../lib/api/use-live-changed-ids.ts'
import { beep } from '../../lib/browser/beep.ts'
import { useOfflineSince } from '../../lib/browser/connection.ts'
import { formatDateAndAnyTime } from '../../lib/browser/format.ts'
import { useWhenIdle } from '../../lib/browser/idle.ts'
import { toast } from '../../lib/browser/toast.ts'
import { paths } from '../../lib/navigation/paths.ts'
import { useToday } from '../../lib/session/clock.ts'
import { useSignedInSession } from '../../lib/session/session.ts'
import { announce } from '../../ui/announce.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { classNames } from '../../ui/class-names.ts'
import { FailedState } from '../../ui/failed-state.tsx'
import { FormAlert } from '../../ui/form-alert.tsx'
import { BackIcon, PrintIcon } from '../../ui/icons.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { Link } from '../../ui/link.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { RefreshBar } from '../../ui/refresh-bar.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { RefusedActions } from '../deliveries/unsent/refused-actions.tsx'
import { useRunActions } from '../deliveries/unsent/run-actions.ts'
import { isWaitingToBeSent, useReopenCompletion, useUnsentWork } from '../deliveries/unsent/unsent.tsx'
import { DeliveryOverlays, preloadDoorDialogs } from '../door/delivery-overlays.tsx'
import styles from './run.module.css'
import { useRun } from './run-cache.ts'
import { runLabels } from './run-labels.ts'
import { runNewsText } from './run-news.ts'
import { groupByStop, packagesToHandOver, runAfterRunActions } from './run-stops.ts'
import { preloadPackagesToBringBack, RunView } from './run-view.tsx'
import { runStateLabels } from './state-labels.ts'

export { preloadData } from './run-cache.ts'

const none = { waiting: () => null }

/** Only on the page of another user's run. */
const CallDriver = lazyComponent(async () => (await import('../deliveries/call-driver.tsx')).CallDriver, none)

const RunSheet = lazyComponent(async () => (await import('./run-sheet.tsx')).RunSheet, none)

/** Preloads the dialogs for both outcomes of a stop, and the list of packages to bring back, which may be shown afterwards. */
function preloadEnds() {
  preloadDoorDialogs()
  preloadPackagesToBringBack()
}

interface ScreenProps {
  /** Loads the code of a delivery's page ahead, so that the driver can open such a page where there is no signal. */
  loadNext: () => void
}

/** The page `/pharmacy/run`: the user's run today. */
export function MyRunScreen({ loadNext }: ScreenProps) {
  const { user } = useSignedInSession()
  return <RunPage date={useToday()} userId={user.id} title={runLabels.myRun} loadNext={loadNext} />
}

/** The page `/pharmacy/runs/{date}/{user_id}`: one person's run on one day. */
export function RunScreen({ loadNext }: ScreenProps) {
  const { date = '', userId = '' } = useParams()
  return <RunPage key={`${date} ${userId}`} date={date} userId={userId} loadNext={loadNext} />
}

/** Returns a package's id and a text that changes whenever the package has to be marked: also when it is loaded or returned. */
const newsOf = ({ id, version, loaded_at, returned_at }: RunDelivery) => ({
  id,
  version: [version, loaded_at, returned_at].join(),
})

/** Reads a run and keeps polling it, because other people may load and move its packages. */
function useFollowedRun(date: string, userId: string) {
  const place = { params: { date, user_id: userId } }
  const read = useRun(place)
  const { data: run } = read
  /** The packages that the user has seen, for the words about what was added or taken off. */
  const known = useRef<readonly RunDelivery[]>(undefined)
  function reportNews() {
    const words = known.current && run ? runNewsText(known.current, run.deliveries) : ''
    if (!words || run?.state !== 'out') return announce(words || 'The run has changed')
    toast.show(words)
    beep(880)
  }
  const changed = useLiveChangedIds({
    // The ids are part of the version, so that a package that was taken off is news too.
    rows: run && [
      { id: run.person.id, version: [run.version, ...run.deliveries.map(({ id }) => id)].join() },
      ...run.deliveries.map(newsOf),
    ],
    of: `${date} ${userId}`,
    read: () => pollQuery(readRun, place),
    onChange: reportNews,
  })
  useEffect(() => {
    if (run) known.current = run.deliveries
  }, [run])
  return { read, changed }
}

interface RunPageProps extends ScreenProps {
  date: string
  userId: string
  title?: string
}

function RunPage({ date, userId, title, loadNext }: RunPageProps) {
  const { read, changed } = useFollowedRun(date, userId)
  const { data, isRefetchError } = read
  const runActions = useRunActions()
  const run = data && runAfterRunActions(data, runActions)
  const isOffline = useOfflineSince() !== undefined
  useReopenCompletion(run ? groupByStop(run).flatMap(packagesToHandOver) : [])
  useWhenIdle(preloadEnds, read.isSuccess)
  useWhenIdle(loadNext, read.isSuccess)
  if (read.isPending)
    return (
      <PageFrame title={title ?? 'Run'}>
        <Skeleton label="Loading run..." lines={8} />
      </PageFrame>
    )
  if (!run)
    return (
      <PageFrame title={title ?? 'Run'}>
        <FailedState message={runLabels.loadFailed} onRetry={() => void read.refetch()} />
      </PageFrame>
    )
  return (
    <>
      {!title && (
        <Link className={classNames(styles.back, 'reach')} to={paths.runsOf(date)} data-key="Escape">
          <BackIcon /> Back to runs
        </Link>
      )}
      <PageFrame
        title={title ?? `${run.person.full_name}’s run`}
        mark={
          <>
            <Badge tone={run.state === 'out' ? 'indigo' : 'brand'}>{runStateLabels[run.state]}</Badge>
            <span className="muted small">{formatDateAndAnyTime(date)}</span>
            {!title && <CallDriver id={run.person.id} name={run.person.full_name} isAdmin />}
          </>
        }
      >
        <FormAlert>{isRefetchError && !isOffline && runLabels.notRefreshed}</FormAlert>
        {title && <OtherRefusedActions run={run} />}
        <RunView run={run} changed={changed} />
        {/* These two buttons are below the run, so that the driver's next step comes first on the page. */}
        <div className={styles.actions}>
          <Button size="small" onClick={() => window.print()}>
            <PrintIcon /> {runLabels.print}
          </Button>
          <RefreshBar
            at={read.dataUpdatedAt}
            again={async () => !(await read.refetch()).isError}
            failed={runLabels.notRefreshed}
          />
        </div>
      </PageFrame>
      <RunSheet run={run} />
      <DeliveryOverlays />
    </>
  )
}

/**
 * Lists packages for which the server refused something that this phone had recorded at a door. Only packages outside this run are
 * listed, for example those that were moved to another driver or day.
 */
function OtherRefusedActions({ run: { deliveries } }: { run: Run }) {
  const { actions } = useUnsentWork()
  const isStop = (deliveryId: string) => deliveries.some(({ id }) => id === deliveryId)
  const refused = actions.filter((action) => !isWaitingToBeSent(action) && !isStop(action.deliveryId))
  const names = new Map(refused.map(({ deliveryId, patientName }) => [deliveryId, patientName]))
  if (names.size === 0) return null
  return (
    <Card title="Not accepted, from other runs">
      <ul className={styles.plain}>
        {Array.from(names, ([deliveryId, name]) => (
          <li key={deliveryId} className={styles.package}>
            <strong>{name}</strong>
            <RefusedActions deliveryId={deliveryId} />
          </li>
        ))}
      </ul>
    </Card>
  )
}
