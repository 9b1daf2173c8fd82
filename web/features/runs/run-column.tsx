import { type DragEvent, type KeyboardEvent, useState } from 'react'
import { attemptText } from '#shared/model/attempt.ts'
import type { DeliveryRow } from '#shared/model/delivery-row.ts'
import type { RunSummary } from '#shared/model/run.ts'
import { formatDollars } from '#shared/rules/money.ts'
import { formatTime } from '../../lib/browser/format.ts'
import { paths } from '../../lib/navigation/paths.ts'
import { serverNow, useOrganisationDateTime } from '../../lib/session/clock.ts'
import { Badge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { classNames } from '../../ui/class-names.ts'
import { StaticNotice } from '../../ui/form-alert.tsx'
import { Link } from '../../ui/link.tsx'
import { Menu } from '../../ui/menu.tsx'
import { MenuEntryButton } from '../../ui/menu-entry.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { CallDriver } from '../deliveries/call-driver.tsx'
import { deliveryTimeText, placeOnRunText, streetLine, toCollectText } from '../deliveries/delivery-text.ts'
import { type RowSelection, useIsChosen } from '../deliveries/many/selection.ts'
import { LateBadge } from '../deliveries/marks/late-badge.tsx'
import { isPlanned } from '../deliveries/row-actions.ts'
import { PackageFilters, SelectAll, usePackageFilter } from './package-filters.tsx'
import { PrintRunButton } from './print-run.tsx'
import styles from './run.module.css'
import { runLabels } from './run-labels.ts'
import { countedNounText } from './run-stops.ts'
import { runStateLabels } from './state-labels.ts'

/** A person to whom packages can be assigned. With `id` null, it stands for no one: assigning to it makes packages unassigned. */
export interface Assignee {
  id: string | null
  name: string
}

/** Whether a package can be assigned to someone else. It can until it is delivered. */
export const isMovablePackage = ({ status }: Pick<DeliveryRow, 'status'>) => status !== 'delivered'

/** Returns the id that stands for a person's column in a set of changed ids. */
export const columnId = (person: string | null) => person ?? 'nobody'

export interface AssigneeColumn extends Assignee {
  /** Undefined for people who have no delivery on this day. */
  summary: RunSummary | undefined
  /** Whether the section is always shown: the person delivers on this day, or delivering is their work. */
  isFirst: boolean
}

interface AssignMenuProps {
  people: readonly AssigneeColumn[]
  /** The name of the package, if the control is for a single one. */
  name?: string
  opensUpward?: boolean
  onPick: (to: Assignee) => void
}

export const AssignMenu = ({ people, name, opensUpward = false, onPick }: AssignMenuProps) => (
  <Menu
    label="Assign to…"
    {...(name && { name: `Assign to…: ${name}` })}
    align={opensUpward ? 'start' : 'end'}
    opensUpward={opensUpward}
    buttonClassName={styles.assign}
  >
    {people.filter(isAssignable).map((to) => (
      <MenuEntryButton key={to.id ?? '-'} onClick={() => onPick(to)}>
        {to.name} {to.id && <span className="muted small">{loadOf(to.summary)}</span>}
      </MenuEntryButton>
    ))}
  </Menu>
)

/** Whether packages can be assigned to a person, or to no one. Nothing can be assigned to a driver who can no longer sign in. */
export const isAssignable = ({ summary }: AssigneeColumn) => !summary?.former_driver

/** Returns how much a person already has to do, for example `4 stops, Out`. */
const loadOf = (summary: RunSummary | undefined) =>
  summary ? `${countedNounText(summary.counts.stops, 'stop')}, ${runStateLabels[summary.state]}` : 'No deliveries'

interface RunColumnProps {
  date: string
  column: AssigneeColumn
  rows: readonly DeliveryRow[]
  nameOf: (row: DeliveryRow) => string
  selection: RowSelection
  people: readonly AssigneeColumn[]
  changed: ReadonlySet<string>
  onMove: (row: DeliveryRow, to: Assignee) => void
  onMoveBeside: (row: DeliveryRow, by: 1 | -1) => void
  onDrag: (row: DeliveryRow) => void
  onDrop: () => void
}

/** The packages of one person, or the unassigned ones. Packages that are not delivered can be dragged to another column. */
export function RunColumn({ date, column, rows, nameOf, ...on }: RunColumnProps) {
  const { id, name, summary } = column
  const [isOver, setIsOver] = useState(false)
  const filter = usePackageFilter()
  const shown = id === null ? rows.filter(filter.isShown) : rows
  const movable = rows.filter(isMovablePackage)
  const open = summary?.state === 'closed' ? runLabels.confirm : 'Open'
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: packages can also be moved with their menu and the keyboard
    <div
      className={styles.column}
      data-over={isOver}
      onDragOver={(event: DragEvent) => {
        event.preventDefault()
        setIsOver(true)
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={() => {
        setIsOver(false)
        on.onDrop()
      }}
    >
      <Card
        title={name}
        aside={
          id && (
            <Badge tone={summary?.state === 'out' ? 'indigo' : 'brand'}>
              {runStateLabels[summary?.state ?? 'planned']}
            </Badge>
          )
        }
      >
        <div className={styles.line}>
          {summary ? (
            <Figures summary={summary} isMarked={on.changed.has(columnId(id))} />
          ) : (
            <p className="muted small">No deliveries</p>
          )}
          {id && summary && (
            <div className={styles.actions}>
              <ButtonLink size="small" to={paths.run(date, id)} aria-label={`${open}: ${name}`}>
                {open}
              </ButtonLink>
              <PrintRunButton date={date} userId={id} name={name} />
              <CallDriver id={id} name={name} isAdmin />
            </div>
          )}
        </div>
        {id === null && rows.length > 0 && (
          <PackageFilters rows={rows} shown={shown} selection={on.selection} filter={filter} />
        )}
        {summary && <NotHeardFrom summary={summary} />}
        {summary?.former_driver && (
          <>
            <PastDriver summary={summary} name={name} />
            {movable.length > 0 && <SelectAll shown={movable} selection={on.selection} />}
          </>
        )}
        <ul className={styles.packages}>
          {shown.map((row) => (
            <Package key={row.id} row={row} name={nameOf(row)} place={stopTextOf(row, rows, summary)} {...on} />
          ))}
        </ul>
      </Card>
    </div>
  )
}

/** After this time without a call from the driver's phone, the board says so, if the phone had something to send. */
const silenceMs = 15 * 60_000

const NotHeardFrom = ({ summary: { state, waiting, last_heard_at } }: { summary: RunSummary }) =>
  state === 'out' &&
  waiting > 0 &&
  last_heard_at !== null &&
  serverNow().getTime() - Date.parse(last_heard_at) >= silenceMs && (
    <p className="small">not heard from since {formatTime(last_heard_at)}</p>
  )

/** Says what to do with the packages and the money of a driver who can no longer sign in. */
const PastDriver = ({ summary: { state }, name }: { summary: RunSummary; name: string }) => (
  <StaticNotice>
    {`${name} can no longer sign in. `}
    {state === 'out' && (
      <>
        Assign the packages to someone else, or record under <Link to={paths.attention}>Attention</Link> that they are
        back at the pharmacy.
      </>
    )}
    {state === 'back' && 'Open the run and close it, so that its money is handed over.'}
  </StaticNotice>
)

interface FiguresProps {
  summary: RunSummary
  isMarked: boolean
}

function Figures({ summary: { counts, expected, collected }, isMarked }: FiguresProps) {
  const sum = Object.values(collected).reduce((cents, one) => cents + Math.round(one * 100), 0) / 100
  return (
    <p className={classNames('small tabular', isMarked && 'marked')}>
      {`${countedNounText(counts.stops, 'stop')}, ${counts.delivered} of ${counts.deliveries} delivered`}
      {counts.failed > 0 && `, ${counts.failed} failed`}
      {counts.not_loaded > 0 && `, ${counts.not_loaded} not loaded`}
      <br />
      {`${formatDollars(sum)} of ${formatDollars(expected)} collected`}
    </p>
  )
}

/** Returns the address of a package, with the city while no one has it. */
const placeText = (row: DeliveryRow) =>
  [streetLine(row), row.pharmacist_id === null && row.city, row.zip_code].filter(Boolean).join(', ')

/** Says at which stop of a run a package is and, while it is on its way, how many stops come before it. */
function stopTextOf(row: DeliveryRow, rows: readonly DeliveryRow[], summary: RunSummary | undefined) {
  const stops = new Map(summary?.delivery_ids.map((id, i) => [id, summary.stops[i]]))
  const stop = stops.get(row.id)
  if (row.pharmacist_id === null || stop === undefined) return ''
  if (row.status !== 'in_progress') return `Stop ${stop}`
  const out = rows.filter(({ status }) => status === 'in_progress').map(({ id }) => stops.get(id))
  const before = new Set(out.slice(0, out.indexOf(stop)))
  return placeOnRunText({ stop, stops_before: before.size })
}

function Package({
  row,
  name,
  place,
  selection,
  people,
  changed,
  ...on
}: { row: DeliveryRow; name: string; place: string } & Omit<
  RunColumnProps,
  'date' | 'column' | 'rows' | 'nameOf' | 'onDrop'
>) {
  const isMovable = isMovablePackage(row)
  const isChosen = useIsChosen(selection, [row])
  const clock = useOrganisationDateTime()
  const keyed = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return
    event.preventDefault()
    on.onMoveBeside(row, event.key === 'ArrowLeft' ? -1 : 1)
  }
  return (
    <li
      data-row={row.id}
      className={classNames(styles.movable, changed.has(row.id) && 'marked')}
      draggable={isMovable}
      onDragStart={() => on.onDrag(row)}
    >
      {isMovable && (
        <label className={styles.tickBox}>
          <input
            type="checkbox"
            aria-label={`Select ${name}`}
            data-key="x"
            checked={isChosen}
            onChange={({ target }) => selection.change([row], target.checked)}
          />
        </label>
      )}
      <div className={styles.first}>
        <Link className="reach" to={paths.delivery(row.id)} data-main="" onKeyDown={isMovable ? keyed : undefined}>
          {name}
        </Link>
        {/* The number of a stop stays with its word. */}
        {place && <span className="muted small tabular">{place.replace(/^Stop /, 'Stop\u00a0')}</span>}
        <span className={styles.what}>
          <LateBadge delivery={row} clock={clock} />
          <span className="small tabular">{deliveryTimeText(row)}</span>
        </span>
      </div>
      <div className={styles.second}>
        <span className="muted small tabular">{placeText(row)}</span>
        <span className={styles.what}>
          {row.refrigerated && <Badge tone="brand">Keep cold</Badge>}
          {row.collect_copay && row.total_copay > 0 && isMovable && (
            <span className="small tabular">{toCollectText(row.total_copay)}</span>
          )}
          {row.recorded_by_mistake ? (
            <Badge tone="red">Recorded by mistake</Badge>
          ) : (
            !isPlanned(row) && <StatusBadge status={row.status} />
          )}
        </span>
      </div>
      {row.last_attempt && <div className={classNames('small', styles.third)}>{attemptText(row.last_attempt)}</div>}
      {isMovable && (
        <div className={styles.assigning}>
          <AssignMenu people={people} name={name} onPick={(to) => on.onMove(row, to)} />
        </div>
      )}
    </li>
  )
}
