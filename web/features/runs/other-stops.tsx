import { type DragEvent, type KeyboardEvent, useState } from 'react'
import { setRunOrder } from '#shared/api/runs.ts'
import type { Run } from '#shared/model/run.ts'
import { isLate } from '#shared/rules/lateness.ts'
import { useOrganisationDateTime } from '../../lib/session/clock.ts'
import { useSignedInSession } from '../../lib/session/session.ts'
import { announce } from '../../ui/announce.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { classNames } from '../../ui/class-names.ts'
import { FormAlert } from '../../ui/form-alert.tsx'
import { ChevronDownIcon } from '../../ui/icons.tsx'
import { cityLine, deliveryTimeText } from '../deliveries/delivery-text.ts'
import { LateBadge } from '../deliveries/marks/late-badge.tsx'
import { FirstDeliveryBadge } from '../deliveries/marks/needs-badges.tsx'
import { sendOrKeepRunAction } from '../deliveries/unsent/run-actions.ts'
import { UnsentMark, useUnsentWork } from '../deliveries/unsent/unsent.tsx'
import styles from './run.module.css'
import {
  hasRefusedAction,
  type PackageNameLookup,
  packageIdsAfterMove,
  patientNamesAt,
  type RunStop,
  stopNeeds,
  stopStreetLine,
} from './run-stops.ts'
import { StopCard } from './stop-card.tsx'
import { useRunCall } from './use-run-call.ts'

interface OtherStopsProps {
  run: Run
  /** All open stops of the run, in their order. */
  stops: readonly RunStop[]
  /** The next stop, which is shown above the others. */
  next: RunStop
  nameOf: PackageNameLookup
  isOwn: boolean
  changed: ReadonlySet<string>
}

/**
 * If there are more other stops than this, a phone shows a button for all of them. It must be the number that `.begun` in
 * `run.module.css` leaves visible; more would push the rest of the page out of sight.
 */
const begunWith = 5

/** The open stops other than the next one. Their order can be changed by dragging, by Alt with the arrow keys, or by buttons. */
export function OtherStops({ run, stops, next, ...shown }: OtherStopsProps) {
  const [dragged, setDragged] = useState<number>()
  const [isWhole, setIsWhole] = useState(false)
  const { send, isPending, failure } = useRunCall(setRunOrder, run, { failed: 'Failed to change the order' })

  const { user } = useSignedInSession()

  async function move(number: number, to: number) {
    const moved = packageIdsAfterMove(stops, number, to)
    if (!moved || isPending) return
    // The stops that are done come first, so that those that were done in the run's order keep the numbers of the printed sheet.
    const done = run.deliveries.filter(({ stop }) => placeOf(stop) < 0).map(({ id }) => id)
    const body = { delivery_ids: [...done, ...moved] }
    const params = { date: run.date, user_id: run.person.id }
    await sendOrKeepRunAction(user.id, { kind: 'order', params, body }, () => send(body)).then(
      () => announce(to < placeOf(number) ? 'Moved up' : 'Moved down'),
      () => undefined,
    )
  }
  const placeOf = (number: number) => stops.findIndex((stop) => stop.number === number)

  const others = stops.filter((stop) => stop !== next)

  return (
    <Card title="Other stops">
      <FormAlert>{failure}</FormAlert>
      <ol className={classNames(styles.plain, !isWhole && styles.begun)} aria-label="Other stops">
        {others.map((stop) => (
          <OtherStop
            key={stop.packages[0]?.id}
            stop={stop}
            {...shown}
            isFirst={placeOf(stop.number) === 0}
            isLast={placeOf(stop.number) === stops.length - 1}
            onMove={(by) => void move(stop.number, placeOf(stop.number) + by)}
            onMakeNext={() => void move(stop.number, placeOf(next.number))}
            onDragStart={() => setDragged(stop.number)}
            onDrop={() => {
              if (dragged !== undefined) void move(dragged, placeOf(stop.number))
              setDragged(undefined)
            }}
          />
        ))}
      </ol>
      {!isWhole && others.length > begunWith && (
        <Button className={styles.whole} onClick={() => setIsWhole(true)}>{`Show all ${others.length}`}</Button>
      )}
    </Card>
  )
}

interface OtherStopProps extends Pick<OtherStopsProps, 'nameOf' | 'isOwn' | 'changed'> {
  stop: RunStop
  isFirst: boolean
  isLast: boolean
  onMove: (by: 1 | -1) => void
  onMakeNext: () => void
  onDragStart: () => void
  onDrop: () => void
}

function OtherStop({ stop, isFirst, isLast, onMove, onMakeNext, onDragStart, onDrop, ...shown }: OtherStopProps) {
  const clock = useOrganisationDateTime()
  const { actions } = useUnsentWork()
  const [first] = stop.packages
  if (!first) return null
  const name = patientNamesAt(stop)
  const called = shown.nameOf(first)
  const late = stop.packages.find((delivery) => isLate(delivery, clock)) ?? first
  const keyed = (event: KeyboardEvent) => {
    if (!event.altKey || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    onMove(event.key === 'ArrowUp' ? -1 : 1)
  }
  return (
    <li
      className={classNames(styles.other, stop.packages.some(({ id }) => shown.changed.has(id)) && 'marked')}
      draggable
      onDragStart={onDragStart}
      onDragOver={(event: DragEvent) => event.preventDefault()}
      onDrop={onDrop}
    >
      <details open={hasRefusedAction(stop, actions) || undefined}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: a summary is a button */}
        <summary onKeyDown={keyed}>
          <ChevronDownIcon />
          <span className="muted tabular">{stop.number}</span> <strong>{name}</strong>
          <span className="muted small">
            {stopStreetLine(stop, first)}, {cityLine(first)},{' '}
            <span className={classNames(styles.time, 'tabular')}>{deliveryTimeText(late)}</span>
          </span>
          <LateBadge delivery={late} clock={clock} />
          <FirstDeliveryBadge of={stop.packages} />
          {stopNeeds(stop).map((need) => (
            <Badge key={need} tone="brand">
              {need}
            </Badge>
          ))}
          {stop.packages.map((delivery) => (
            <UnsentMark key={delivery.id} delivery={delivery} isStop />
          ))}
        </summary>
        <StopCard stop={stop} isUnfolded {...shown} />
      </details>
      <div className={styles.moves}>
        <Button size="small" aria-label={`Make next: ${called}`} onClick={onMakeNext}>
          Make next
        </Button>
        {!isFirst && (
          <Button size="small" aria-label={`Move up: ${called}`} onClick={() => onMove(-1)}>
            Move up
          </Button>
        )}
        {!isLast && (
          <Button size="small" aria-label={`Move down: ${called}`} onClick={() => onMove(1)}>
            Move down
          </Button>
        )}
      </div>
    </li>
  )
}
