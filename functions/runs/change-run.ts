import type { Run } from '#shared/model/run.ts'
import { sortWithStopNumbers } from '#shared/rules/stops.ts'
import { changesBetween } from '../data/changes.ts'
import type { StoredRun } from '../data/entities/run.ts'
import { OvertakenError, retryIfOvertaken } from '../data/overtaken.ts'
import { aboutRun } from '../data/subjects.ts'
import type { TenantKeys } from '../data/table-keys.ts'
import { put, remove, update, type Write } from '../data/writes.ts'
import { runClosedError } from '../deliveries/run-of.ts'
import { AppError } from '../failures/app-error.ts'
import type { Caller, RequestIdempotency } from '../http/operation.ts'
import type { EventRecorder } from '../http/recorder.ts'
import type { Services } from '../http/services.ts'
import { type FoundRun, findRun, type RunIdentity } from './find-run.ts'
import { presentRun, presentRunWithFirstCounts } from './present-run.ts'

export interface RunRequest {
  caller: Caller
  params: RunIdentity
  version: number | undefined
  idempotency: RequestIdempotency | undefined
}

type RunAction = 'run.ordered' | 'run.closed' | 'run.confirmed' | 'run.reopened'

interface RunChangeRequest<A extends RunAction> extends RunRequest {
  activity: EventRecorder<A>
}

/** The fields of the run's item to change. A field that is undefined is removed. */
type RunFields = { [Name in keyof Omit<StoredRun, 'version' | 'writes'>]?: StoredRun[Name] | undefined }

interface RunDecision<A extends RunAction> {
  /** The action that the event records. */
  action: A
  /** Facts for the event that the run itself doesn't have. */
  eventFields?: object
  /** Throws if the caller may not make this change. */
  refuse: (caller: Caller, run: FoundRun) => void
  decide: (run: FoundRun) => Promise<RunFields> | RunFields
}

/**
 * Changes a run's own item: reads it, decides, and writes on condition that no one changed the run in between. If someone did,
 * tries again. Throws a 409 if the caller sent a version that is not the newest.
 */
export const changeRun = <A extends RunAction>(
  { caller, params, version, idempotency, activity }: RunChangeRequest<A>,
  services: Services,
  { action, eventFields = {}, refuse, decide }: RunDecision<A>,
): Promise<Run> =>
  retryIfOvertaken(async () => {
    const run = await findRun(caller, params, services)
    refuse(caller, run)
    refuseStaleRun(run, version)
    const fields = await decide(run)
    const { next, write } = replaced(run.item, fields, caller.keys.run(params.date, params.user_id))
    const changed = { ...run, item: next }
    const answer = presentRun(changed, caller, services)
    const changes = changesBetween(eventFieldsOf(presentRunWithFirstCounts(run, caller, services)), {
      ...eventFieldsOf(presentRunWithFirstCounts(changed, caller, services)),
      ...eventFields,
    })
    await activity.record(
      { action, ...aboutRun(run.date, run.person), changes },
      ...(idempotency ? [idempotency.record(answer)] : []),
      write,
      ...handoverWrites(caller.keys, run, next),
    )
    return answer
  })

/**
 * Returns the writes that list a handover while it waits for confirmation, and remove it from the list afterwards. Managers see the
 * handover on one of the run's deliveries: of those that it covers, the delivered one that comes last in the order of stops or, if
 * none was delivered, the one that comes last.
 */
function handoverWrites(keys: TenantKeys, { date, person, item, deliveries }: FoundRun, next: StoredRun): Write[] {
  if (Boolean(item.resting) === Boolean(next.resting)) return []
  const key = keys.waitingHandover({ date, user_id: person.id })
  if (!next.resting) return [remove(key)]
  const ids = next.closings.at(-1)?.delivery_ids ?? []
  const inOrder = sortWithStopNumbers(deliveries, next.order).filter(({ item: { id } }) => ids.includes(id))
  const last = inOrder.findLast(({ item: { status } }) => status === 'delivered') ?? inOrder.at(-1)
  // If all deliveries of the handover have left the run since they came back, only their ids are left.
  const delivery_id = last?.item.id ?? ids.at(-1)
  return delivery_id === undefined ? [] : [put(key, { date, user_id: person.id, delivery_id })]
}

/**
 * Returns the facts of a run whose changes events record. They include the closings, so that the activity log still shows a closing
 * that was undone later.
 */
const eventFieldsOf = ({ state, closings, deliveries }: Run) => ({
  state,
  closings: closings.map(
    ({ owing: _owing, back: _back, extra: _extra, mistakes: _mistakes, corrections: _corrections, ...counted }) =>
      counted,
  ),
  order: deliveries.map(({ id }) => id),
})

const staleRunError = () => new AppError('conflict', 'This run was changed by someone else. Refresh and try again.')

/** Throws a 409 if the caller sent a version that is not the newest. */
export function refuseStaleRun({ item }: FoundRun, version: number | undefined): void {
  if (version !== undefined && version !== item.version) throw staleRunError()
}

/**
 * Returns the write that raises a run's version. Add it to the transaction of every request that loads, unloads or starts packages
 * of a run. It fails while the run is closed and unconfirmed, and if the caller sent a version that is no longer the newest.
 */
export function runVersionWrite(
  { caller, params, version }: RunRequest,
  went_out: string[] = [],
  numbers?: Record<string, number>,
): Write {
  const changes = {
    add: { version: 1, writes: 1 },
    ...(went_out.length > 0 && { append: { went_out } }),
    ...(numbers && { set: { numbers } }),
  }
  return update(caller.keys.run(params.date, params.user_id), changes, {
    hasNot: ['resting'],
    // Versions only rise, and a run without an item has version 0. So `atMost` means equality here, and also holds if there is no
    // item.
    ...(version !== undefined && { atMost: { version } }),
    refused: version === undefined ? runClosedError : staleRunError,
  })
}

function replaced(item: StoredRun, fields: RunFields, key: ReturnType<Caller['keys']['run']>) {
  const counters = { version: item.version + 1, writes: item.writes + 1 }
  const all = Object.entries({ ...item, ...fields, ...counters })
  // The casts are sound, because the filters keep exactly the undefined fields in one case and drop them in the other.
  const next = Object.fromEntries(all.filter(([, value]) => value !== undefined)) as unknown as StoredRun
  const removed = all.filter(([, value]) => value === undefined).map(([name]) => name as keyof RunFields)
  const write: Write = update(
    key,
    { set: next, remove: removed },
    {
      // Every change of the run, every start and every outcome of one of its packages raises `writes`. So this condition fails if
      // any of them was written since the read.
      atMost: { writes: item.writes },
      refused: () => new OvertakenError(),
    },
  )
  return { next, write }
}
