import { listDeliveries } from '#shared/api/deliveries.ts'
import { listRuns, readRun } from '#shared/api/runs.ts'
import type { Run, RunDelivery } from '#shared/model/run.ts'
import type { CallInput } from '../../lib/api/caller.ts'
import { invalidate, markOutdated, readAhead, rememberAnswer, useApiQuery } from '../../lib/api/queries.ts'
import type { DataPreload } from '../../lib/navigation/data-preload.ts'
import { runInputFromAddress } from './first-run-inputs.ts'

/** Reads a run. It is read again whenever any delivery has been changed on this page. */
export const useRun = (input: CallInput<typeof readRun>) => useApiQuery(readRun, input)

export const preloadData: DataPreload = (opened) => {
  const run = runInputFromAddress(opened)
  return run && readAhead(readRun, run)
}

/** Reads the runs of a day. They are read again whenever any delivery has been changed on this page. */
export const useRunsOfDay = (input: CallInput<typeof listRuns>) => useApiQuery(listRuns, input)

const placeOf = ({ date, person }: Pick<Run, 'date' | 'person'>) => ({ date, user_id: person.id })

/** Puts a changed run into the cache, so that screens show it at once, and marks the lists of runs and deliveries as outdated. */
export function updateCachedRun(run: Run): void {
  rememberAnswer(readRun, { params: placeOf(run) }, run)
  void invalidate(listRuns)
  void markOutdated(listDeliveries)
}

/** Shows a changed package in its run, until the run is read again. */
export function updateCachedPackage(run: Run, changed: RunDelivery): void {
  const deliveries = run.deliveries.map((known) => (known.id === changed.id ? { ...known, ...changed } : known))
  rememberAnswer(readRun, { params: placeOf(run) }, { ...run, deliveries })
}
