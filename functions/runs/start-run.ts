import type * as runs from '#shared/api/runs.ts'
import type { Run } from '#shared/model/run.ts'
import { sortWithStopNumbers } from '#shared/rules/stops.ts'
import type { StoredDelivery } from '../data/entities/delivery.ts'
import { OvertakenError } from '../data/overtaken.ts'
import { aboutRun } from '../data/subjects.ts'
import { composeDeliveryChange } from '../deliveries/compose-delivery-change.ts'
import { readDeliveries } from '../deliveries/read-deliveries.ts'
import { refuseClosedRun } from '../deliveries/run-of.ts'
import { todayOf } from '../deliveries/today.ts'
import { AppError, unavailableError } from '../failures/app-error.ts'
import { isTemporaryFailure } from '../failures/temporary-failures.ts'
import type { Operation } from '../http/operation.ts'
import type { EventRecorder } from '../http/recorder.ts'
import type { Services } from '../http/services.ts'
import { type RunRequest, refuseStaleRun, runVersionWrite } from './change-run.ts'
import { type FoundRun, findRun, isOnRun } from './find-run.ts'
import { presentRun } from './present-run.ts'
import { requireDriverOrManager } from './require-driver.ts'

/**
 * How many packages one transaction starts. Each takes four of its hundred items: the delivery, its history item, its event and the
 * notice to its recipient.
 */
const startedAtOnce = 24

/** How many times a start is attempted while other requests change the same packages. */
const rounds = 5

/**
 * Sends out the loaded packages of a run or, if the request says so, all packages that are assigned. A large run is started in
 * several transactions. If one after the first fails for a temporary reason, the response names the packages that have not been
 * started, and a new request with the run's new version starts them.
 */
export const startRun: Operation<typeof runs.startRun> = async (request, services) => {
  const { caller, params, version, body, idempotency, activity } = request
  const run = await findRun(caller, params, services)
  requireDriverOrManager(caller, run)
  refuseStaleRun(run, version)
  refuseClosedRun(run.item)
  if (params.date > todayOf(caller, services)) throw new AppError('conflict', "This run is not today's")

  const isIncluded = (delivery: StoredDelivery) =>
    isOnRun(delivery, params) &&
    delivery.status === 'assigned' &&
    (body.include_not_loaded || delivery.loaded_at !== null)
  const due = run.deliveries.filter(isIncluded)
  const parts = Array.from({ length: Math.ceil(due.length / startedAtOnce) }, (_, i) =>
    due.slice(i * startedAtOnce, (i + 1) * startedAtOnce),
  )
  if (parts.length === 0) await activity.record({ action: 'run.read', ...aboutRun(run.date, run.person) })
  let now = run
  for (const [i, part] of parts.entries()) {
    // Only the last transaction records the response under the idempotency key. If the request breaks off earlier, there is no
    // record, so that a later request starts the remaining packages.
    const record = i === parts.length - 1 ? idempotency?.record : undefined
    const partRequest = { ...request, version: i === 0 ? version : undefined }
    try {
      now = await startPart({ run: now, part, isIncluded, record }, partRequest, services)
    } catch (error) {
      if (i === 0 || !isTemporaryFailure(error)) throw error
      return {
        ...presentRun(now, caller, services),
        not_started: parts
          .slice(i)
          .flat()
          .map(({ id }) => id),
      }
    }
  }
  return presentRun(now, caller, services)
}

const startOf = {
  action: 'delivery.started',
  fields: { status: 'in_progress' },
  notes: 'Out for delivery',
} as const

interface Part {
  run: FoundRun
  part: StoredDelivery[]
  isIncluded: (delivery: StoredDelivery) => boolean
  record: NonNullable<RunRequest['idempotency']>['record'] | undefined
}

interface StartRequest extends RunRequest {
  activity: EventRecorder<'run.started' | 'delivery.started' | 'run.read'>
}

async function startPart({ run, part, isIncluded, record }: Part, request: StartRequest, services: Services) {
  const { caller, activity } = request
  let left = part
  for (let round = 0; round < rounds; round++) {
    if (left.length === 0) {
      // Other requests have meanwhile started, moved or unloaded all of these packages, so the response shows the run as it is now.
      await activity.record({ action: 'run.read', ...aboutRun(run.date, run.person) })
      return findRun(caller, request.params, services)
    }
    const changes = await Promise.all(
      left.map((delivery) => composeDeliveryChange(delivery, startOf, caller, services)),
    )
    const started = left.map(({ id }) => id)
    const next = afterStart(
      run,
      changes.map(({ next }) => next),
    )
    try {
      await activity.record(
        [
          { action: 'run.started', ...aboutRun(run.date, run.person), count: left.length },
          ...changes.map(({ event }) => ({ ...event, action: startOf.action })),
        ],
        ...(record ? [record(presentRun(next, caller, services) satisfies Run)] : []),
        ...changes.flatMap(({ writes }) => writes),
        runVersionWrite(request, started, next.item.numbers),
      )
      return next
    } catch (error) {
      if (!(error instanceof OvertakenError)) throw error
      left = (await readDeliveries(started, caller, services.table)).filter(isIncluded)
    }
  }
  throw unavailableError()
}

/** Returns the stop numbers of all packages. With a start they are settled, because drivers print their run sheet then. */
const numbersOf = ({ item, deliveries }: Pick<FoundRun, 'item' | 'deliveries'>): Record<string, number> => ({
  ...item.numbers,
  ...Object.fromEntries(
    sortWithStopNumbers(deliveries, item.order, item.numbers).map((placed) => [placed.item.id, placed.stop]),
  ),
})

const afterStart = ({ item, deliveries, ...run }: FoundRun, started: readonly StoredDelivery[]): FoundRun => {
  const ids = started.map(({ id }) => id)
  return {
    ...run,
    item: {
      ...item,
      version: item.version + 1,
      writes: item.writes + 1,
      went_out: [...item.went_out, ...ids],
      numbers: numbersOf({ item, deliveries }),
    },
    deliveries: [...deliveries.filter(({ id }) => !ids.includes(id)), ...started],
  }
}
