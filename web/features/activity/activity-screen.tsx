import { listActivity } from '#shared/api/activity.ts'
import { listUsers } from '#shared/api/users.ts'
import { readFirstPageAhead } from '../../lib/api/paged-queries.ts'
import { readAhead } from '../../lib/api/queries.ts'
import { readPages } from '../../lib/api/read-pages.ts'
import type { DataPreload } from '../../lib/navigation/data-preload.ts'
import { useAddressQuery } from '../../lib/navigation/use-address-query.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import type { ExportProgressHandle } from '../../ui/export-button.tsx'
import { ExportCsvButton } from '../../ui/export-csv.tsx'
import { PageFrame } from '../../ui/page-frame.tsx'
import { QueryList } from '../../ui/query-list.tsx'
import styles from './activity.module.css'
import { activityCsvHeader, activityCsvLines } from './activity-csv.ts'
import { activityTexts, eventPageInput, MoreEventsControl, useActivityEvents } from './activity-events.tsx'
import {
  type ActivityFilters,
  type ActivityQuery,
  activityAddressParams,
  activityFiltersFrom,
  activityQueryOf,
  eventCountText,
} from './activity-filters.ts'
import { EventRow, useUserNameLookup } from './event-rows.tsx'
import { ActivityFilterFields } from './filter-fields.tsx'
import { eventsPerPage } from './first-calls.ts'
import { mergeRepeatedLooks } from './merge-looks.ts'

export const preloadData: DataPreload = ({ search }) =>
  Promise.all([
    readFirstPageAhead(
      listActivity,
      eventPageInput({ query: activityQueryOf(activityFiltersFrom(search)) }, eventsPerPage),
    ),
    readAhead(listUsers, {}),
  ])

/** The page `/admin/activity`: who changed what, and who looked at it. The filters are part of the address. */
export function ActivityScreen() {
  const [params, change] = useAddressQuery()
  const filters = activityFiltersFrom(params)
  const query = activityQueryOf(filters)
  const events = useActivityEvents({ query }, eventsPerPage)
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

const texts = { loading: activityTexts.loading, failed: activityTexts.failed, outdated: activityTexts.failed }

/** The list of events. If a person has looked at the same data repeatedly, these events are merged into one row. */
function Events({ events, onOnly }: EventsProps) {
  const nameOf = useUserNameLookup()
  const { rows, hasNextPage, isLooking } = events
  return (
    <QueryList
      query={{ ...events, isPending: isLooking }}
      rows={rows && mergeRepeatedLooks(rows)}
      label="Events"
      texts={{ ...texts, found: () => eventCountText(rows?.length ?? 0, hasNextPage) }}
      empty={
        !hasNextPage && (
          <EmptyState title="No activity found">
            <p className="muted">Change the filters to see more.</p>
          </EmptyState>
        )
      }
      card={(row) => <EventRow row={row} nameOf={nameOf} onOnly={onOnly} />}
      cardsClassName={styles.events}
      more={!isLooking && <MoreEventsControl events={events} />}
    />
  )
}

/** The button that exports all events that match the filters, as a CSV. */
function ExportActivityButton({ query }: { query: ActivityQuery }) {
  const nameOf = useUserNameLookup()

  async function collect({ signal, onProgress }: ExportProgressHandle) {
    const parts = [activityCsvHeader()]
    let count = 0
    for await (const events of readPages(listActivity, { query }, signal)) {
      parts.push(activityCsvLines(events, nameOf))
      count += events.length
      onProgress(count)
    }
    return parts
  }

  return (
    <ExportCsvButton
      name="activity"
      countOf={(count) => eventCountText(count, false)}
      failure={activityTexts.exportFailed}
      collect={collect}
    />
  )
}
