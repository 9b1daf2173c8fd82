import { dayIn } from '#shared/rules/dates.ts'
import { formatDateAndAnyTime } from '../../lib/browser/format.ts'
import { useSignedInSession } from '../../lib/session/session.ts'
import { LiveRegion } from '../../ui/live-region.tsx'
import { LoadMoreControl } from '../../ui/load-more.tsx'
import { activityTexts } from './activity-texts.ts'
import type { useActivityEvents } from './use-events.ts'

interface MoreEventsProps {
  events: ReturnType<typeof useActivityEvents>
  byButton?: boolean
}

/** The end of a list of events: the control for more events and, if a search found too few, how far back it has looked. */
export function MoreEventsControl({ events, byButton = false }: MoreEventsProps) {
  const { time_zone } = useSignedInSession().tenant
  const { lookedBackTo } = events
  return (
    <LoadMoreControl
      pages={events}
      failure={activityTexts.failed}
      byButton={byButton || lookedBackTo !== undefined}
      {...(lookedBackTo && { label: 'Continue' })}
    >
      <LiveRegion role="status" className="muted small">
        {lookedBackTo && `Searched back to ${formatDateAndAnyTime(dayIn(time_zone, new Date(lookedBackTo)))}`}
      </LiveRegion>
    </LoadMoreControl>
  )
}
