import { useCallback, useId, useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import { listDeliveries } from '#shared/api/deliveries.ts'
import type { DeliveryRow } from '#shared/model/delivery-row.ts'
import { isLate } from '#shared/rules/lateness.ts'
import { useLivePages } from '../../../lib/api/use-live-changed-ids.ts'
import { useWhenIdle } from '../../../lib/browser/idle.ts'
import { narrowMediaQuery, useMediaQuery } from '../../../lib/browser/use-media.ts'
import { paths } from '../../../lib/navigation/paths.ts'
import { useOrganisationDateTime } from '../../../lib/session/clock.ts'
import { announce } from '../../../ui/announce.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import type { ComboboxOption } from '../../../ui/combobox.tsx'
import { PlusIcon } from '../../../ui/desk-icons.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { lazyComponent } from '../../../ui/lazy-component.tsx'
import { QueryList } from '../../../ui/query-list.tsx'
import { Select } from '../../../ui/select.tsx'
import { ExportListButton } from '../../exports/export-list.tsx'
import { useDeliveryAccess } from '../delivery-access.ts'
import { deliveryLabels } from '../delivery-labels.ts'
import { driverOption } from '../delivery-text.ts'
import { AllRowsCheckbox } from '../many/row-selection.tsx'
import { type RowSelection, useChosenRows, useSelection } from '../many/selection.ts'
import { useReopenCompletion, useUnsentWork } from '../unsent/unsent.tsx'
import { useDriverOptions, withCurrentDriver } from '../use-driver-options.ts'
import { DeliveryCard } from './delivery-card.tsx'
import { deliveryColumns } from './delivery-columns.tsx'
import { DeliveryFilters, useListFilters } from './delivery-filters.tsx'
import styles from './list.module.css'
import { changedDeliveriesText, deliveryCountText, foundDeliveriesText } from './list-filters.ts'
import { type ListFilters, lateFilterValue, listQuery, removeHiddenFilters } from './list-query.ts'
import { LiveListContext, type RowToolsInput, useDeliveryRowTools } from './row-tools.ts'
import { type ListOrder, useSortHeads } from './sort-heads.tsx'
import { rowFilterOf, sortRows } from './sort-rows.ts'
import type { SortableColumn } from './sortable-columns.ts'
import { useScrollToCreated } from './use-scroll-to-created.tsx'

const BulkBar = lazyComponent(async () => (await import('../many/bulk-bar.tsx')).BulkBar, { waiting: () => null })

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

/** The rows that are read at once if this page selects some of them. */
const mostRows = '200'

/** Reads the deliveries that the filters select, and keeps them up to date. */
function useFilteredDeliveries(filters: ListFilters, { today, clock }: { today: string; clock: string }) {
  const read = useLivePages(
    listDeliveries,
    { query: { ...listQuery(filters, today), ...(rowFilterOf(filters) && { limit: mostRows }) } },
    { newsOf: (row) => row, onChange: (count) => announce(changedDeliveriesText(count)) },
  )
  // The server cannot filter by these, so the rows are selected here.
  const { view, status, time, zip, text, sort } = filters
  const lateAt = status === lateFilterValue ? clock : ''
  const isIncluded = useMemo(() => {
    const isChosen = rowFilterOf({ time, zip, text })
    return lateAt ? (row: DeliveryRow) => isLate(row, lateAt) && (isChosen?.(row) ?? true) : isChosen
  }, [time, zip, text, lateAt])
  // The array stays the same while the rows are unchanged, because effects compare it.
  const rows = useMemo(
    () => read.rows && sortRows(isIncluded ? read.rows.filter(isIncluded) : read.rows, { sort, view }),
    [read.rows, isIncluded, sort, view],
  )
  return { ...read, rows, isIncluded }
}

function NoDeliveries({ filters }: { filters: ListFilters }) {
  const { managesList } = useDeliveryAccess()
  return (
    <EmptyState title="No deliveries found">
      <p className="muted">Change the filters{filters.date && ', or clear the date to see other days'}.</p>
      {managesList && filters.view === 'current' && (
        <div className={styles.ways}>
          <ButtonLink to={paths.newDelivery}>
            <PlusIcon /> {deliveryLabels.create}
          </ButtonLink>
          <ButtonLink to={paths.importOf('deliveries')}>Import a file</ButtonLink>
        </div>
      )}
    </EmptyState>
  )
}

const texts = {
  loading: deliveryLabels.listLoading,
  failed: deliveryLabels.listFailed,
  outdated: deliveryLabels.listNotRefreshed,
  notRefreshed: deliveryLabels.listNotRefreshed,
}

const patientNameOf = ({ patient_name }: DeliveryRow) => patient_name

/**
 * Shows the current or past deliveries that match the filters in the page's address. `loadNext` preloads the pages that can be
 * opened from here.
 */
export function DeliveryList({ loadNext }: { loadNext: () => void }) {
  const { managesList, mayManage } = useDeliveryAccess()
  const { filters: addressFilters, changeFilters, today } = useListFilters()
  const filters = removeHiddenFilters(addressFilters, managesList)
  const { pharmacists, failure } = useDriverOptions(mayManage)
  const clock = useOrganisationDateTime()
  const list = useFilteredDeliveries(filters, { today, clock })
  const { rows } = list
  const mistakes = rows?.filter(({ recorded_by_mistake }) => recorded_by_mistake).length
  const unsent = useUnsentWork()
  const live = useMemo(() => ({ pharmacists, clock, unsent }), [pharmacists, clock, unsent])
  const selection = useSelection(rows)
  useWhenIdle(loadNext, list.isSuccess)
  useReopenCompletion(rows ?? [])
  useScrollToCreated(rows)
  const isNarrow = useMediaQuery(narrowMediaQuery)

  // On a narrow screen, the export button is below the list, so that it does not push the first card down.
  const exporting = mayManage && rows && rows.length > 0 && (
    <ExportListButton
      list={{ kind: 'deliveries', filters: listQuery(filters, today) }}
      countOf={deliveryCountText}
      isIncluded={list.isIncluded}
    />
  )
  return (
    <LiveListContext value={live}>
      <div className={styles.list}>
        <QueryList
          query={list}
          rows={rows}
          label="Deliveries"
          texts={{ ...texts, found: (...counted) => foundDeliveriesText(...counted, mistakes) }}
          loadingLines={14}
          filters={
            <DeliveryFilters
              filters={filters}
              onChange={changeFilters}
              isAdmin={managesList}
              pharmacists={withChosen(filters, pharmacists, rows)}
            />
          }
          besideCount={
            // A table has these in the heads of its columns.
            isNarrow &&
            rows &&
            rows.length > 0 && (
              <>
                {managesList && <AllRowsCheckbox selection={selection}>Select all</AllRowsCheckbox>}
                <SortSelect filters={filters} onChange={changeFilters} />
              </>
            )
          }
          actions={!isNarrow && exporting}
          failure={failure}
          empty={<NoDeliveries filters={filters} />}
          nameOf={patientNameOf}
          {...useRows({ rowCount: rows?.length ?? 0, selection }, { filters, onChange: changeFilters })}
        />
        {isNarrow && exporting}
        {rows && <SelectedBar selection={selection} pharmacists={pharmacists} />}
      </div>
    </LiveListContext>
  )
}

/** Returns how a delivery looks in the list: as a row of a table or, where there is no room for one, as a card. */
function useRows(input: RowToolsInput, order: ListOrder) {
  const tools = useDeliveryRowTools(input)
  const navigate = useNavigate()
  const { refusals } = tools
  return {
    columns: useSortHeads(
      useMemo(() => deliveryColumns(tools), [tools]),
      order,
    ),
    tableClassName: styles.table,
    cardsOn: narrowMediaQuery,
    cardsOfPhone: 4,
    card: useCallback(
      (row: DeliveryRow, name: string, refusal: string) => (
        <DeliveryCard delivery={row} name={name} refusal={refusal} tools={tools} />
      ),
      [tools],
    ),
    refusals,
    onRowClick: ({ id }: DeliveryRow) => void navigate(paths.delivery(id)),
  }
}

/** The bar for the selected rows, while there are any. */
function SelectedBar({ selection, pharmacists }: { selection: RowSelection; pharmacists: readonly ComboboxOption[] }) {
  const chosen = useChosenRows(selection)
  return chosen.size > 0 && <BulkBar chosen={chosen} pharmacists={pharmacists} onClear={selection.clear} />
}

const labels: Record<SortableColumn, string> = {
  patient: 'Patient',
  address: 'Address',
  status: 'Status',
  date: 'Date',
  time: 'Time',
  total: 'Total Amount',
  pharmacist: 'Pharmacist',
}

const options = Object.entries(labels).flatMap(([column, label]) => [
  { value: column, label: `${label} ↑` },
  { value: `-${column}`, label: `${label} ↓` },
])

/** Chooses the order of the cards, which have no heads to press. */
function SortSelect({ filters: { sort }, onChange }: ListOrder) {
  const id = useId()
  return (
    <span className={styles.sort}>
      <label htmlFor={id} className="unseen">
        Sort by
      </label>
      <Select
        control={{ id, 'aria-invalid': false, 'aria-describedby': undefined, required: false, className: '' }}
        options={options}
        placeholder="To do first"
        value={sort}
        onChange={(next) => onChange({ sort: next })}
      />
    </span>
  )
}
