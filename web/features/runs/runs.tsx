import { listDeliveries, listPharmacists } from '#shared/api/deliveries.ts'
import { listRuns } from '#shared/api/runs.ts'
import { listStopQuestions } from '#shared/api/search-and-day.ts'
import type { RunSummary } from '#shared/model/run.ts'
import { readFirstPageAhead, useApiPages } from '../../lib/api/paged-queries.ts'
import { pollQuery, readAhead, useApiQuery } from '../../lib/api/queries.ts'
import { useLiveChangedIds } from '../../lib/api/use-live-changed-ids.ts'
import type { DataPreload } from '../../lib/navigation/data-preload.ts'
import { useAddressQuery } from '../../lib/navigation/use-address-query.ts'
import { useToday } from '../../lib/session/clock.ts'
import { announce } from '../../ui/announce.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { FailedState } from '../../ui/failed-state.tsx'
import { FieldShell } from '../../ui/field-shell.tsx'
import { RefreshBar } from '../../ui/refresh-bar.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useDriverOptions } from '../deliveries/use-driver-options.ts'
import { dayFromAddress, dayRunsInputs, dayRunsInputsFromAddress } from './first-run-inputs.ts'
import styles from './run.module.css'
import { useRunsOfDay } from './run-cache.ts'
import { columnId } from './run-column.tsx'
import { runLabels } from './run-labels.ts'
import { RunsBoard } from './runs-board.tsx'
import { StopQuestions } from './stop-questions.tsx'

export const preloadData: DataPreload = (opened) => {
  const first = dayRunsInputsFromAddress(opened)
  return (
    first &&
    Promise.all([
      readAhead(listRuns, first.day),
      readFirstPageAhead(listDeliveries, first.packages),
      readAhead(listStopQuestions, first.day),
      readAhead(listPharmacists, {}),
    ])
  )
}

/** The page `/pharmacy/runs?date=`, shown in the tab `Runs`: all drivers' runs of a day side by side. */
export function RunsScreen() {
  const [params, change] = useAddressQuery()
  const today = useToday()
  const date = dayFromAddress(params) ?? today
  const inputs = dayRunsInputs(date)
  const summaries = useRunsOfDay(inputs.day)
  const list = useApiPages(listDeliveries, inputs.packages)
  const questions = useApiQuery(listStopQuestions, inputs.day)
  const { pharmacists, isLoading } = useDriverOptions(true)
  const changed = useLiveChangedIds({
    rows: summaries.data && list.rows && [...summaries.data.map(newsOf), ...list.rows],
    of: date,
    read: () => Promise.all([pollQuery(listRuns, inputs.day), pollQuery(listDeliveries, inputs.packages, 'pages')]),
    onChange: () => announce('The runs have changed'),
  })
  const rows = (list.rows ?? []).filter(({ status }) => status !== 'pending' && status !== 'cancelled')

  function content() {
    // The board waits for the questions and the drivers, because the questions above it and the drivers' `Call` would move its
    // packages when they come. It does without them if they fail.
    if (summaries.isPending || list.isPending || questions.isLoading || isLoading)
      return <Skeleton label={runLabels.loading} lines={8} />
    if (!summaries.data || !list.rows)
      return (
        <FailedState
          message="Failed to load runs"
          onRetry={() => void Promise.all([summaries.refetch(), list.refetch()])}
        />
      )
    if (summaries.data.length === 0) return <EmptyState title="Nothing to deliver on this day" />
    return (
      <>
        <StopQuestions questions={questions.data ?? []} />
        <RunsBoard date={date} pharmacists={pharmacists} summaries={summaries.data} rows={rows} changed={changed} />
      </>
    )
  }
  return (
    <div className={styles.runs}>
      <div className={styles.bar}>
        <FieldShell label="Date" className={styles.date}>
          {(control) => (
            <input
              {...control}
              type="date"
              value={date}
              onChange={({ target }) => change(() => new URLSearchParams(target.value ? { date: target.value } : {}))}
            />
          )}
        </FieldShell>
        <RefreshBar
          at={Math.min(summaries.dataUpdatedAt, list.dataUpdatedAt)}
          again={async () =>
            (await Promise.all([summaries.refetch(), list.refetch()])).every(({ isError }) => !isError)
          }
          failed="Failed to refresh the runs"
        />
      </div>
      {content()}
    </div>
  )
}

/** Returns the id of a person's column, and the person's totals as one text, so that any change of them marks the column. */
const newsOf = ({ person, counts, state, collected, expected }: RunSummary) => ({
  id: columnId(person?.id ?? null),
  version: JSON.stringify([counts, state, collected, expected]),
})
