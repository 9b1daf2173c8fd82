import { listDeliveries } from '#shared/api/deliveries.ts'
import { listRuns, readRun } from '#shared/api/runs.ts'
import type { Run, RunDelivery } from '#shared/model/run.ts'
import type { CallInput } from '../../lib/api/caller.ts'
import {
  changeAnswers,
  invalidate,
  markOutdated,
  readAhead,
  rememberAnswer,
  useApiQuery,
} from '../../lib/api/queries.ts'
import type { FirstRead } from '../../lib/navigation/first-read.ts'
import { refreshWithDeliveries } from '../deliveries/delivery-cache.ts'
import { firstRun } from './first-runs.ts'

/** A run, which is read again whenever one of its deliveries changes here. */
export const useRun = (input: CallInput<typeof readRun>) => useApiQuery(readRun, input)

export const readFirst: FirstRead = (opened) => {
  const run = firstRun(opened)
  return run && readAhead(readRun, run)
}

/** The runs of a day, read again in the same way. */
export const useRuns = (input: CallInput<typeof listRuns>) => useApiQuery(listRuns, input)

const placeOf = ({ date, person }: Pick<Run, 'date' | 'person'>) => ({ date, user_id: person.id })

/** Shows a changed run everywhere on the screen. */
export function keepRun(run: Run): void {
  rememberAnswer(readRun, { params: placeOf(run) }, run)
  void invalidate(listRuns)
  void markOutdated(listDeliveries)
}

/** Shows a changed package in its run, until the run is read again. */
export function keepPackage(run: Run, changed: RunDelivery): void {
  const deliveries = run.deliveries.map((known) => (known.id === changed.id ? { ...known, ...changed } : known))
  rememberAnswer(readRun, { params: placeOf(run) }, { ...run, deliveries })
}

/** Called after a delivery of any run has changed. */
export function rereadRuns(): void {
  void invalidate(readRun)
  void invalidate(listRuns)
}

/** Shows a changed delivery in the cached runs, and reads these again. */
refreshWithDeliveries((changed) => {
  if (changed) {
    const { id, version, status, attempts, returned_at } = changed
    const next = { version, status, attempts, returned_at }
    changeAnswers(readRun, (run) => ({
      ...run,
      deliveries: run.deliveries.map((known) => (known.id === id ? { ...known, ...next } : known)),
    }))
  }
  rereadRuns()
})
