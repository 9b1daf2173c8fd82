import { listActivity } from '#shared/api/activity.ts'
import { listUsers } from '#shared/api/users.ts'
import { readFirstPageAhead } from '../../lib/api/paged-queries.ts'
import { readAhead } from '../../lib/api/queries.ts'
import type { DataPreload } from '../../lib/navigation/data-preload.ts'
import { useAddressQuery } from '../../lib/navigation/use-address-query.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailedState } from '../../ui/failed-state.tsx'
import { FormAlert } from '../../ui/form-alert.tsx'
import { LiveRegion } from '../../ui/live-region.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import {
  type ActivityFilters,
  activityAddressParams,
  activityFiltersFrom,
  activityQueryOf,
  eventCountText,
} from './activity-filters.ts'
import { activityTexts } from './activity-texts.ts'
import { EventRows } from './event-rows.tsx'
import { ExportActivityButton } from './export-activity.tsx'
import { ActivityFilterFields } from './filter-fields.tsx'
import { MoreEventsControl } from './more-events-control.tsx'
import { eventPageInput, useActivityEvents } from './use-events.ts'

const pageSize = 50

export const preloadData: DataPreload = ({ search }) =>
  Promise.all([
    readFirstPageAhead(listActivity, eventPageInput({ query: activityQueryOf(activityFiltersFrom(search)) }, pageSize)),
    readAhead(listUsers, {}),
  ])

/** The page `/admin/activity`: who changed what, and who looked at it. The filters are part of the address. */
export function ActivityScreen() {
  const [params, change] = useAddressQuery()
  const filters = activityFiltersFrom(params)
  const query = activityQueryOf(filters)
  const events = useActivityEvents({ query }, pageSize)
  const changeFilters = (some: Partial<ActivityFilters>) =>
    change((newest) => activityAddressParams({ ...activityFiltersFrom(newest), ...some }))
  return (
    <PageFrame title="Activity" actions={<ExportActivityButton key={JSON.stringify(query)} query={query} />}>
      <ActivityFilterFields filters={filters} events={events.rows ?? []} onChange={changeFilters} />
      <Events events={events} onOnly={changeFilters} />
    </PageFrame>
  )
}

interface EventsProps {
  events: ReturnType<typeof useActivityEvents>
  onOnly: (some: Partial<ActivityFilters>) => void
}

function Events({ events, onOnly }: EventsProps) {
  const { rows, hasNextPage } = events

  function content() {
    if (events.isLooking) return <Skeleton label={activityTexts.loading} />
    if (!rows) return <FailedState message={activityTexts.failed} onRetry={() => void events.refetch()} />
    if (rows.length > 0) return <EventRows events={rows} onOnly={onOnly} />
    if (hasNextPage) return null
    return (
      <EmptyState title="No activity found">
        <p className="muted">Change the filters to see more.</p>
      </EmptyState>
    )
  }

  return (
    <>
      <div className="muted small tabular">
        <LiveRegion role="status">{rows && !events.isLooking && eventCountText(rows.length, hasNextPage)}</LiveRegion>
      </div>
      <FormAlert>{rows && events.isRefetchError && activityTexts.failed}</FormAlert>
      {content()}
      {!events.isLooking && <MoreEventsControl events={events} />}
    </>
  )
}
