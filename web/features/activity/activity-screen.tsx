import { listActivity } from '#shared/api/activity.ts'
import { listUsers } from '#shared/api/users.ts'
import { readPageAhead, useApiPages } from '../../lib/api/paged-queries.ts'
import { readAhead } from '../../lib/api/queries.ts'
import type { FirstRead } from '../../lib/navigation/first-read.ts'
import { useAddressQuery } from '../../lib/navigation/use-address-query.ts'
import { Empty } from '../../ui/empty.tsx'
import { Failed } from '../../ui/failed.tsx'
import { FormAlert } from '../../ui/form-alert.tsx'
import { Live } from '../../ui/live.tsx'
import { LoadMore } from '../../ui/load-more.tsx'
import { Page } from '../../ui/page.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { type ActivityFilters, activityQuery, eventCount, filtersFrom, paramsFrom } from './activity-filters.ts'
import { activityLabels } from './activity-labels.ts'
import { EventRows } from './event-rows.tsx'
import { ExportActivity } from './export-activity.tsx'
import { FilterFields } from './filter-fields.tsx'

export const readFirst: FirstRead = ({ search }) =>
  Promise.all([readPageAhead(listActivity, { query: activityQuery(filtersFrom(search)) }), readAhead(listUsers, {})])

/** Who did what, and who looked: `/admin/activity`. The filters live in the address. */
export function ActivityScreen() {
  const [params, change] = useAddressQuery()
  const filters = filtersFrom(params)
  const query = activityQuery(filters)
  const list = useApiPages(listActivity, { query })
  const changeFilters = (some: Partial<ActivityFilters>) =>
    change((newest) => paramsFrom({ ...filtersFrom(newest), ...some }))

  function content() {
    if (list.isPending) return <Skeleton label="Loading activity..." />
    if (!list.rows) return <Failed message={activityLabels.failed} onRetry={() => void list.refetch()} />
    if (list.rows.length === 0)
      return (
        <Empty title="No activity found">
          <p className="muted">Change the filters to see more.</p>
        </Empty>
      )
    return <EventRows events={list.rows} onOnly={changeFilters} />
  }

  return (
    <Page title="Activity" actions={<ExportActivity key={JSON.stringify(query)} query={query} />}>
      <FilterFields filters={filters} onChange={changeFilters} />
      <div className="muted small tabular">
        <Live role="status">{list.rows && eventCount(list.rows.length, list.hasNextPage)}</Live>
      </div>
      <FormAlert>{list.rows && list.isRefetchError && activityLabels.failed}</FormAlert>
      {content()}
      <LoadMore pages={list} failure={activityLabels.failed} />
    </Page>
  )
}
