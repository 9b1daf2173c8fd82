import { type ComponentProps, useEffect, useMemo, useRef, useState } from 'react'
import type { Run } from '#shared/model/run.ts'
import { useOfflineSince } from '../../lib/browser/connection.ts'
import { formatTime } from '../../lib/browser/format.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { classNames } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { lazyDialog } from '../../ui/lazy-dialog.tsx'
import { ProgressBar } from '../../ui/progress-bar.tsx'
import { uniqueRowNamer } from '../../ui/row-names.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useDeliveryAccess } from '../deliveries/delivery-access.ts'
import { toCollectText } from '../deliveries/delivery-text.ts'
import type { ShownAction } from '../deliveries/unsent/door-action.ts'
import { useRunActions } from '../deliveries/unsent/run-actions.ts'
import { countDeliveriesToSend, useSentAt, useUnsentWork } from '../deliveries/unsent/unsent.tsx'
import { LoadPackagesStep } from './load-packages.tsx'
import { OtherStops } from './other-stops.tsx'
import styles from './run.module.css'
import { runLabels } from './run-labels.ts'
import {
  dollarsToCollect,
  groupByStop,
  hasRefusedAction,
  isPackageToBringBack,
  isStopDone,
  packagesNotStarted,
  packagesToHandOver,
  type RunStop,
  runAfterActions,
} from './run-stops.ts'
import { StartRunButton } from './start-run.tsx'
import { StopCard } from './stop-card.tsx'

const Closings = lazyComponent(async () => (await import('./run-handovers.tsx')).RunHandovers, { waiting: () => null })
const ToBringBack = lazyComponent(async () => (await import('./to-bring-back.tsx')).PackagesToBringBack, {
  waiting: ({ packages }) => <Skeleton label="Loading packages..." lines={2 * packages.length} />,
})
/** Preloads the list of packages to bring back, which may be needed at the next door, where there may be no signal. */
export const preloadPackagesToBringBack = ToBringBack.preload
const CloseRun = lazyDialog(runLabels.close, async () => (await import('./close-run-dialogs.tsx')).CloseRunDialog)

interface RunViewProps {
  run: Run
  /** The ids of the packages that other users have just changed. The driver's id means that the run itself has changed. */
  changed: ReadonlySet<string>
}

/** Returns what the page shows of a run, with everything that waits on this phone to be sent. */
function viewOf(read: Run, actions: readonly ShownAction[]) {
  const run = runAfterActions(read, actions)
  const stops = groupByStop(run)
  const open = stops.filter((stop) => !isStopDone(stop))
  // A driver who is under way continues with the packages in the car. A stop where the server refused something that was recorded
  // comes next only if no other stop has packages in the car.
  const out = open.filter((stop) => packagesToHandOver(stop).length > 0)
  const underway = out.find((stop) => !hasRefusedAction(stop, actions)) ?? out[0]
  return {
    run,
    stops,
    done: stops.filter(isStopDone),
    open,
    isUnderway: underway !== undefined,
    next: underway ?? open[0],
    toBringBack: run.deliveries.filter(isPackageToBringBack),
    nameOf: uniqueRowNamer(run.deliveries, ({ patient_name }) => patient_name),
  }
}

/** One person's run, from loading packages to the handover. What has to be done next comes first. */
export function RunView({ run: read, changed }: RunViewProps) {
  const { user, mayManage } = useDeliveryAccess()
  const { actions } = useUnsentWork()
  const runActions = useRunActions()
  const view = useMemo(() => viewOf(read, actions), [read, actions])
  const { run, stops, done, isUnderway, toBringBack, nameOf } = view
  /** The place of the section for loading packages while someone uses it; undefined if no one does. */
  const [held, setHeld] = useState<'first' | 'last'>()
  // The section for loading packages doesn't move while someone uses it, even if the run is started in the meantime.
  const place = held ?? (isUnderway ? 'last' : 'first')
  const isOwn = run.person.id === user.id
  const mayClose = isOwn || (mayManage && run.former_driver)
  // A press that opens the scanner changes only which section is held. It must not redraw a run of sixty stops.
  const [loading, doors, end] = useMemo(() => {
    const shown = { nameOf: view.nameOf, isOwn, changed }
    return [
      <div key="loading" className={styles.beside}>
        <LoadPackagesStep
          run={read}
          nameOf={view.nameOf}
          changed={changed}
          onUse={(isUsed) => setHeld(isUsed ? place : undefined)}
        />
        <StartRunButton run={read} nameOf={view.nameOf} isPrimary={!view.isUnderway} />
      </div>,
      view.next && (
        <div className={styles.doors}>
          <Card title="Next stop">
            <NextStop run={view.run} stop={view.next} {...shown} />
          </Card>
          {view.open.length > 1 && <OtherStops run={view.run} stops={view.open} next={view.next} {...shown} />}
        </div>
      ),
      <RunEnd key="end" run={view.run} done={view.done} shown={shown} mayClose={mayClose} />,
    ]
  }, [read, view, isOwn, mayClose, changed, place])
  if (stops.length === 0 && run.closings.length === 0) return <EmptyState title="Nothing to deliver on this day" />
  const before = (held || (run.state !== 'closed' && packagesNotStarted(run.deliveries).length > 0)) && loading
  return (
    <div className={styles.run}>
      <Head
        run={run}
        done={done.length}
        total={stops.length}
        waiting={countDeliveriesToSend(actions) + runActions.length}
        isMarked={changed.has(run.person.id)}
      />
      {place === 'first' && before}
      {doors}
      <div className={styles.beside}>
        {toBringBack.length > 0 && (
          <Card title="To bring back">
            <ToBringBack packages={toBringBack} nameOf={nameOf} />
          </Card>
        )}
      </div>
      {place === 'last' && before}
      {end}
    </div>
  )
}

/**
 * The card of the next stop. When the stop that was next is over, the page scrolls up to the new one: the buttons that end a stop
 * are below its packages, so at a facility the page is scrolled down by then.
 */
function NextStop({ run, ...shown }: ComponentProps<typeof StopCard> & { run: Run }) {
  const card = useRef<HTMLDivElement>(null)
  const id = shown.stop.packages[0]?.id
  const previous = useRef(id)
  useEffect(() => {
    const isOver = run.deliveries.some((one) => one.id === previous.current && one.status !== 'in_progress')
    const place = card.current?.closest('section')
    if (id !== previous.current && isOver && place && place.getBoundingClientRect().top < 0) place.scrollIntoView()
    previous.current = id
  }, [id, run])
  return (
    <div ref={card}>
      <StopCard key={id} {...shown} />
    </div>
  )
}

interface RunEndProps {
  run: Run
  /** The stops at which no package waits any more. */
  done: readonly RunStop[]
  shown: Pick<ComponentProps<typeof StopCard>, 'nameOf' | 'isOwn' | 'changed'>
  /** Whether the user may hand over: the driver may, and managers for a driver who can no longer sign in. */
  mayClose: boolean
}

/** The last section of a run: the button that closes the run, its handovers, and the stops that are done. */
function RunEnd({ run, done, shown, mayClose }: RunEndProps) {
  const [isClosing, setIsClosing] = useState(false)
  // Packages that wait at the pharmacy are the next trip, whose start then stands out.
  const isNext = packagesNotStarted(run.deliveries).length === 0
  return (
    <>
      <div className={styles.beside}>
        {mayClose && run.state === 'back' && (
          <Button variant={isNext ? 'primary' : 'plain'} wide onClick={() => setIsClosing(true)}>
            {runLabels.close}
          </Button>
        )}
        {run.closings.length > 0 && <Closings run={run} />}
        {done.length > 0 && (
          <details className={styles.done}>
            <summary>{`${done.length} done`}</summary>
            {done.map((stop) => (
              <StopCard key={stop.packages[0]?.id} stop={stop} {...shown} />
            ))}
          </details>
        )}
      </div>
      {isClosing && <CloseRun run={run} onClose={() => setIsClosing(false)} />}
    </>
  )
}

interface HeadProps {
  run: Run
  done: number
  total: number
  /** The number of deliveries, and of changes to the run, for which something waits on this phone to be sent. */
  waiting: number
  isMarked: boolean
}

function Head({ run, done, total, waiting, isMarked }: HeadProps) {
  const open = dollarsToCollect(run.deliveries)
  const offlineSince = useOfflineSince()
  const sentAt = useSentAt()
  const isAllSent = waiting === 0 && offlineSince === undefined
  const parts = [
    `${done} of ${total} done`,
    open > 0 && toCollectText(open),
    offlineSince !== undefined && `Offline since ${formatTime(new Date(offlineSince).toISOString())}`,
    waiting > 0 && `${waiting}\u00a0waiting`,
    isAllSent && sentAt !== undefined && `Sent at ${formatTime(new Date(sentAt).toISOString())}`,
  ]
  return (
    <div className={classNames(styles.head, isMarked && 'marked')}>
      <ProgressBar label="Stops done" value={done / Math.max(1, total)} text={parts.filter(Boolean).join(' · ')} />
    </div>
  )
}
