import { useEffect } from 'react'
import { listDeliveries } from '#shared/api/deliveries.ts'
import { listRuns, readRun } from '#shared/api/runs.ts'
import type { Run, RunDelivery } from '#shared/model/run.ts'
import { endOfDay } from '#shared/rules/dates.ts'
import type { CallInput } from '../../lib/api/caller.ts'
import { invalidate, markOutdated, readAhead, rememberAnswer, useApiQuery } from '../../lib/api/queries.ts'
import { useOfflineSince } from '../../lib/browser/connection.ts'
import { storedValues } from '../../lib/device/stored-values.ts'
import type { DataPreload } from '../../lib/navigation/data-preload.ts'
import { serverNow, useToday } from '../../lib/session/clock.ts'
import { useSignedInSession } from '../../lib/session/session.ts'
import { runInputFromAddress } from './first-run-inputs.ts'

type RunInput = CallInput<typeof readRun>

interface DeviceRun {
  run: Run
  /** Whether a package is on its way, so that the session may rest. */
  isOut: boolean
  /** When the server returned the run, in milliseconds since 1970. */
  readAt: number
}

const isOfInput = ({ date, person }: Run, { params }: RunInput) => date === params.date && person.id === params.user_id

/** Shows the run that this browser keeps, if it is the one that `input` names. */
async function restoreRun(userId: string, input: RunInput) {
  const stored = await storedValues.read<DeviceRun>(userId, 'run')
  if (stored && isOfInput(stored.run, input)) rememberAnswer(readRun, input, stored.run, stored.readAt)
}

/**
 * Reads a run. It is read again whenever any delivery has been changed on this page. The browser keeps today's run of the user who
 * is signed in until the end of the day, and shows it while there is no network.
 */
export function useRun(input: RunInput) {
  const read = useApiQuery(readRun, input)
  const { user, tenant } = useSignedInSession()
  const { time_zone } = tenant
  const today = useToday()
  const { data: run, dataUpdatedAt: readAt } = read
  const isOffline = useOfflineSince() !== undefined
  const isMissing = !run && (isOffline || read.failureCount > 0)
  const { date, user_id } = input.params
  useEffect(() => {
    if (isMissing) void restoreRun(user.id, { params: { date, user_id } })
  }, [isMissing, date, user_id, user.id])
  useEffect(() => {
    if (!run || run.person.id !== user.id || run.date !== today) return
    const stored: DeviceRun = { run, readAt, isOut: run.deliveries.some(({ status }) => status === 'in_progress') }
    const leftMs = endOfDay(time_zone, today).getTime() - serverNow().getTime()
    void storedValues.keep(user.id, 'run', stored, Date.now() + leftMs)
  }, [run, readAt, user.id, today, time_zone])
  return read
}

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

/** Returns the run with a changed package. */
export const withPackage = (run: Run, changed: RunDelivery): Run => ({
  ...run,
  deliveries: run.deliveries.map((known) => (known.id === changed.id ? { ...known, ...changed } : known)),
})

/** Shows a changed package in its run, until the run is read again. */
export function updateCachedPackage(run: Run, changed: RunDelivery): void {
  rememberAnswer(readRun, { params: placeOf(run) }, withPackage(run, changed))
}
