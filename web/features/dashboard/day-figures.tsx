import { type ReactNode, useEffect, useState } from 'react'
import { readDay } from '#shared/api/search-and-day.ts'
import type { DaySummary } from '#shared/model/search-and-day.ts'
import { formatDollars } from '#shared/rules/money.ts'
import { pollQuery, readAhead, useApiQuery } from '../../lib/api/queries.ts'
import { useLiveChangedIds } from '../../lib/api/use-live-changed-ids.ts'
import { phoneMediaQuery, useMediaQuery } from '../../lib/browser/use-media.ts'
import type { DataPreload } from '../../lib/navigation/data-preload.ts'
import { paths } from '../../lib/navigation/paths.ts'
import { areFirstStepsHidden, hideFirstSteps } from '../../lib/session/first-steps.ts'
import { lastKnownUserStore } from '../../lib/session/last-known.ts'
import { useSignedInSession } from '../../lib/session/session.ts'
import { timeRangeLabel } from '../../lib/session/shown-time-ranges.ts'
import { announce } from '../../ui/announce.ts'
import { Badge } from '../../ui/badge.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { FailedState } from '../../ui/failed-state.tsx'
import { ChevronDownIcon } from '../../ui/icons.tsx'
import { lazyComponent } from '../../ui/lazy-component.tsx'
import { Link } from '../../ui/link.tsx'
import { PhoneLink } from '../../ui/phone-link.tsx'
import { RefreshBar } from '../../ui/refresh-bar.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { deliveryLabels } from '../deliveries/delivery-labels.ts'
import styles from './day-figures.module.css'

const listOf = (status: string) => `${paths.deliveries}?status=${status}`

/** Returns the figures of a day, each with the address of a list that contains its deliveries. */
const figuresOf = ({ counts, attention, to_collect, collected }: DaySummary) => [
  { label: deliveryLabels.unassigned, value: counts.unassigned, to: listOf('unassigned') },
  { label: 'Assigned', value: counts.assigned, to: listOf('assigned') },
  { label: 'Out', value: counts.in_progress, to: listOf('in_progress') },
  { label: 'Delivered', value: counts.delivered, to: listOf('delivered') },
  { label: 'Failed', value: counts.failed, to: listOf('failed') },
  { label: 'Attention', value: attention, to: paths.attention },
  { label: 'To collect', value: formatDollars(to_collect), to: paths.deliveries },
  { label: 'Collected', value: formatDollars(collected), to: paths.deliveries },
]

export const preloadData: DataPreload = () => readAhead(readDay, {})

const GettingStarted = lazyComponent(async () => (await import('./getting-started.tsx')).GettingStarted, {
  waiting: () => <Skeleton label="Loading first steps..." />,
})

const isEmptyDay = ({ counts, attention }: DaySummary) =>
  attention === 0 && Object.values(counts).every((count) => count === 0)

/**
 * The figures of today's deliveries, for users who manage deliveries. An administrator of a new organization sees its first steps
 * instead of a day without deliveries, until they are done or hidden.
 */
export function DayFigures() {
  const { data } = useApiQuery(readDay, {})
  const { user } = useSignedInSession()
  const [areHidden, setHidden] = useState(() => areFirstStepsHidden(user.id))
  if (!user.is_tenant_admin || areHidden || !data || !isEmptyDay(data)) return <Figures />
  const hide = () => {
    hideFirstSteps(user.id)
    setHidden(true)
  }
  return <GettingStarted onHide={hide} whenDone={<Figures />} />
}

/** The figures of today's deliveries and their progress by time slot. */
function Figures() {
  const day = useApiQuery(readDay, {})
  const changed = useLiveChangedIds({
    rows: day.data && [
      ...figuresOf(day.data).map(({ label, value }) => ({ id: label, version: value })),
      ...day.data.slots.map((slot) => ({ id: slot.time_range, version: Object.values(slot).join() })),
    ],
    of: day.data?.date ?? '',
    read: () => pollQuery(readDay, {}),
    onChange: () => announce('Today’s numbers have changed'),
  })
  const { user } = useSignedInSession()
  const attention = day.data?.attention
  useEffect(() => {
    if (attention !== undefined) lastKnownUserStore.keepAttention(user.id, attention)
  }, [user.id, attention])
  const refresh = (
    <RefreshBar
      at={day.dataUpdatedAt}
      again={async () => !(await day.refetch()).isError}
      failed="Failed to refresh today’s numbers"
    />
  )
  // What failed is not folded away.
  if (useMediaQuery(phoneMediaQuery) && (day.data || day.isPending))
    return (
      <details className={styles.folded}>
        <summary>
          <ChevronDownIcon />
          <h2>Today</h2>
          <span className="muted small tabular">{day.data && inOneLine(day.data)}</span>
        </summary>
        <div className={styles.today}>
          {refresh}
          {content(day, changed)}
        </div>
      </details>
    )
  return (
    <section className={styles.today}>
      <header className={styles.head}>
        <h2>Today</h2>
        {refresh}
      </header>
      {content(day, changed)}
    </section>
  )
}

/** Returns the summary beside the heading on a phone, where the figures below it can be folded away. */
const inOneLine = ({ counts, attention }: DaySummary) =>
  `${counts.unassigned} unassigned, ${counts.in_progress} out, ${attention} needing attention`

type DayRead = ReturnType<typeof useApiQuery<typeof readDay>>

function content({ data, isPending, refetch }: DayRead, changed: ReadonlySet<string>): ReactNode {
  if (isPending) return <Skeleton label="Loading today..." lines={5} />
  if (!data) return <FailedState message="Failed to load today’s numbers" onRetry={() => void refetch()} />
  return (
    <>
      <ul className={styles.figures}>
        {figuresOf(data).map(({ label, value, to }) => (
          <li key={label} className={classNames(changed.has(label) && 'marked')}>
            <Link to={to} className={styles.figure}>
              <span className="muted small">{label}</span>
              <span className={classNames(styles.value, 'tabular')}>{value}</span>
            </Link>
          </li>
        ))}
      </ul>
      <div className={styles.progress}>
        <ul className={styles.slots} aria-label="Today by time">
          {data.slots.map((slot) => (
            <Slot key={slot.time_range} slot={slot} isMarked={changed.has(slot.time_range)} />
          ))}
        </ul>
        {data.drivers.length > 0 && <DriversOut {...data} />}
      </div>
    </>
  )
}

/** The most drivers that stand beside the bars of the time ranges, so that both have the same height. */
const mostDrivers = 3

function DriversOut({ date, drivers }: Pick<DaySummary, 'date' | 'drivers'>) {
  const others = drivers.length - mostDrivers
  return (
    <ul className={styles.drivers} aria-label="Drivers out now">
      {drivers.slice(0, mostDrivers).map(({ id, full_name, phone, out }) => (
        <li key={id}>
          <Link className="reach" to={paths.run(date, id)}>
            {full_name}
          </Link>
          <span className="muted small">{out === 1 ? '1 package out' : `${out} packages out`}</span>
          {phone && (
            <PhoneLink phone={phone} name={`Call ${full_name}: ${phone}`} className={buttonClass({ size: 'small' })}>
              Call
            </PhoneLink>
          )}
        </li>
      ))}
      {others > 0 && (
        <li>
          <Link className="reach" to={paths.runsOf(date)}>
            {others === 1 ? '1 more driver is out' : `${others} more drivers are out`}
          </Link>
        </li>
      )}
    </ul>
  )
}

type SlotOfDay = DaySummary['slots'][number]

const shares = [
  { key: 'delivered', word: 'delivered' },
  { key: 'out', word: 'out' },
  { key: 'failed', word: 'failed' },
  { key: 'to_do', word: 'to do' },
] as const

/** The progress of a time slot, as a bar and in words. */
function Slot({ slot, isMarked }: { slot: SlotOfDay; isMarked: boolean }) {
  const present = shares.filter(({ key }) => slot[key] > 0)
  return (
    <li className={classNames(styles.slot, isMarked && 'marked')}>
      <span className={classNames(styles.when, 'tabular')}>
        {timeRangeLabel(slot.time_range)}{' '}
        {slot.late > 0 && (
          <Link to={paths.late}>
            <Badge tone="red">{`${slot.late} late`}</Badge>
          </Link>
        )}
      </span>
      <span className={styles.bar} aria-hidden="true">
        {present.map(({ key }) => (
          <span key={key} className={styles[key]} style={{ flexGrow: slot[key] }} />
        ))}
      </span>
      <span className="muted small tabular">
        {present.map(({ key, word }) => `${slot[key]} ${word}`).join(', ') || 'Nothing planned'}
      </span>
    </li>
  )
}
