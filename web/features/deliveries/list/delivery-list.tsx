import { listDeliveries } from '#shared/api/deliveries.ts'
import type { DeliveryRow } from '#shared/model/delivery-row.ts'
import { isLate } from '#shared/rules/lateness.ts'
import { useLivePages } from '../../../lib/api/use-live-changed-ids.ts'
import { useWhenIdle } from '../../../lib/browser/idle.ts'
import { useRowRefusal } from '../../../lib/forms/use-row-refusal.ts'
import { paths } from '../../../lib/navigation/paths.ts'
import { useOrganisationDateTime } from '../../../lib/session/clock.ts'
import { announce } from '../../../ui/announce.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import type { ComboboxOption } from '../../../ui/combobox.tsx'
import { PlusIcon } from '../../../ui/desk-icons.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FailedState } from '../../../ui/failed-state.tsx'
import { FormAlert } from '../../../ui/form-alert.tsx'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { LiveRegion } from '../../../ui/live-region.tsx'
import { LoadMoreControl } from '../../../ui/load-more.tsx'
import { RefreshBar } from '../../../ui/refresh-bar.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ExportListButton } from '../../exports/export-list.tsx'
import { useDeliveryAccess } from '../delivery-access.ts'
import { deliveryLabels } from '../delivery-labels.ts'
import { driverOption } from '../delivery-text.ts'
import { type RowSelection, useSelection } from '../many/use-selection.ts'
import { useReopenCompletion } from '../unsent/unsent.tsx'
import { useDeleteDelivery } from '../use-delete-delivery.ts'
import { useDriverOptions, withCurrentDriver } from '../use-driver-options.ts'
import { DeliveryFilters, useListFilters } from './delivery-filters.tsx'
import styles from './list.module.css'
import { changedDeliveriesText, deliveryCountText, foundDeliveriesText } from './list-filters.ts'
import { type ListFilters, lateFilterValue, listQuery, removeHiddenFilters } from './list-query.ts'
import { useFitsInWidth } from './use-fits-in-width.ts'
import { isNarrowScreen, useIsNarrowScreen } from './use-narrow.ts'
import { useScrollToCreated } from './use-scroll-to-created.tsx'

// The placeholder has enough lines to fill a usual window, so that nothing visible moves when the list replaces the placeholder.
const loading = <Skeleton label={deliveryLabels.listLoading} lines={14} />

const whileLoading = { waiting: () => loading }
const DeliveryTable = lazyComponent(async () => (await import('./delivery-table.tsx')).DeliveryTable, whileLoading)
const DeliveryCards = lazyComponent(async () => (await import('./delivery-cards.tsx')).DeliveryCards, whileLoading)
const BulkBar = lazyComponent(async () => (await import('../many/bulk-bar.tsx')).BulkBar, { waiting: () => null })
// Load the code of the cards or the table in parallel with the deliveries.
if (isNarrowScreen()) DeliveryCards.preload()
else DeliveryTable.preload()

/**
 * Returns the options of the pharmacist filter. Once the pharmacists and the deliveries have loaded, a chosen pharmacist who is not
 * an option is added.
 */
function withChosen(
  { pharmacist }: ListFilters,
  pharmacists: readonly ComboboxOption[],
  rows?: readonly DeliveryRow[],
) {
  if (pharmacist === 'unassigned' || pharmacists.length === 0 || !rows) return pharmacists
  const name = rows.find(({ pharmacist_id }) => pharmacist_id === pharmacist)?.pharmacist_name
  return withCurrentDriver(pharmacists, driverOption(pharmacist, name ?? 'Someone'))
}

/** Reads the deliveries that the filters select, and keeps them up to date. */
function useFilteredDeliveries(filters: ListFilters, today: string) {
  const clock = useOrganisationDateTime()
  const read = useLivePages(
    listDeliveries,
    { query: listQuery(filters, today) },
    { newsOf: (row) => row, tell: (count) => announce(changedDeliveriesText(count)) },
  )
  // The server cannot filter by time of day, so late deliveries are selected here.
  const isWanted = filters.status === lateFilterValue ? (row: DeliveryRow) => isLate(row, clock) : undefined
  return { ...read, rows: isWanted ? read.rows?.filter(isWanted) : read.rows, isWanted }
}

type FilteredDeliveries = ReturnType<typeof useFilteredDeliveries>

function NoDeliveries({ filters }: { filters: ListFilters }) {
  const { managesList } = useDeliveryAccess()
  return (
    <EmptyState title="No deliveries found">
      <p className="muted">Change the filters{filters.date && ', or clear the date to see other days'}.</p>
      {managesList && filters.view === 'current' && (
        <ButtonLink to={paths.newDelivery}>
          <PlusIcon /> {deliveryLabels.create}
        </ButtonLink>
      )}
    </EmptyState>
  )
}

interface RowsProps {
  list: FilteredDeliveries
  filters: ListFilters
  pharmacists: readonly ComboboxOption[]
  selection: RowSelection
}

/** The list itself, as a table if there is room, otherwise as cards. */
function Rows({ list, filters, pharmacists, selection }: RowsProps) {
  const { managesList, mayManage, user } = useDeliveryAccess()
  const refusals = useRowRefusal()
  const { askAndDelete } = useDeleteDelivery(refusals)
  useScrollToCreated(list.rows)
  const { box, fits } = useFitsInWidth()
  const narrow = useIsNarrowScreen()
  const TableOrCards = narrow || !fits ? DeliveryCards : DeliveryTable

  function content() {
    if (list.isPending) return loading
    if (!list.rows) return <FailedState message={deliveryLabels.listFailed} onRetry={() => void list.refetch()} />
    if (list.rows.length === 0) return <NoDeliveries filters={filters} />
    return (
      <TableOrCards
        rows={list.rows}
        pharmacists={pharmacists}
        isAdmin={managesList}
        mayManage={mayManage}
        userId={user.id}
        onDelete={(delivery) => void askAndDelete(delivery)}
        refusals={refusals}
        changed={list.changed}
        selection={managesList ? selection : undefined}
      />
    )
  }
  return <div ref={box}>{content()}</div>
}

/**
 * Shows the current or past deliveries that match the filters in the page's address. `loadNext` preloads the pages that can be
 * opened from here.
 */
export function DeliveryList({ loadNext }: { loadNext: () => void }) {
  const { managesList, mayManage } = useDeliveryAccess()
  const { filters: addressFilters, changeFilters, today } = useListFilters()
  const filters = removeHiddenFilters(addressFilters, managesList)
  const { pharmacists, failure } = useDriverOptions(mayManage)
  const list = useFilteredDeliveries(filters, today)
  const selection = useSelection(list.rows)
  useWhenIdle(loadNext, list.isSuccess)
  useReopenCompletion(list.rows ?? [])
  const narrow = useIsNarrowScreen()

  // On a narrow screen, the export button is below the list, so that it does not push the first card down.
  const exporting = mayManage && list.rows && list.rows.length > 0 && (
    <ExportListButton
      list={{ kind: 'deliveries', filters: listQuery(filters, today) }}
      countOf={deliveryCountText}
      isWanted={list.isWanted}
    />
  )
  return (
    <div className={styles.list}>
      <div className={styles.bar}>
        <DeliveryFilters
          filters={filters}
          onChange={changeFilters}
          isAdmin={managesList}
          pharmacists={withChosen(filters, pharmacists, list.rows)}
        />
        <RefreshBar
          at={list.dataUpdatedAt}
          again={async () => !(await list.refetch()).isError}
          failed={deliveryLabels.listNotRefreshed}
        >
          <div className="tabular">
            <LiveRegion role="status">
              {list.rows && foundDeliveriesText(list.rows.length, list.hasNextPage)}
            </LiveRegion>
          </div>
        </RefreshBar>
        {!narrow && exporting}
      </div>
      <FormAlert>{failure}</FormAlert>
      <FormAlert>{list.rows && list.isRefetchError && deliveryLabels.listNotRefreshed}</FormAlert>
      <Rows list={list} filters={filters} pharmacists={pharmacists} selection={selection} />
      <LoadMoreControl pages={list} failure={deliveryLabels.listFailed} />
      {narrow && exporting}
      {selection.chosen.size > 0 && (
        <BulkBar chosen={selection.chosen} pharmacists={pharmacists} onClear={selection.clear} />
      )}
    </div>
  )
}
