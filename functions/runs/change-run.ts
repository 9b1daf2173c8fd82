import { isDeepStrictEqual } from 'node:util'
import type { Run } from '#shared/model/run.ts'
import { inStops } from '#shared/rules/stops.ts'
import { changesBetween } from '../data/changes.ts'
import type { StoredRun } from '../data/entities/run.ts'
import { decideAnew, Overtaken } from '../data/overtaken.ts'
import { aboutRun } from '../data/subjects.ts'
import type { TenantKeys } from '../data/table-keys.ts'
import { put, remove, update, type Write } from '../data/writes.ts'
import { runClosed } from '../deliveries/run-of.ts'
import { staleRun } from '../http/app-error.ts'
import type { Caller, Idempotency } from '../http/operation.ts'
import type { Recorder } from '../http/recorder.ts'
import type { Services } from '../http/services.ts'
import { type FoundRun, findRun, type RunPlace } from './find-run.ts'
import { presentRun, wholeRun } from './present-run.ts'

export interface RunRequest {
  caller: Caller
  params: RunPlace
  version: number | undefined
  idempotency: Idempotency | undefined
}

type RunAction = 'run.ordered' | 'run.closed' | 'run.confirmed' | 'run.reopened'

interface ChangingRequest<A extends RunAction> extends RunRequest {
  activity: Recorder<A>
}

/** What a call makes of a run's item; undefined takes a field away. */
type RunFields = { [Name in keyof Omit<StoredRun, 'version' | 'writes'>]?: StoredRun[Name] | undefined }

interface Deciding<A extends RunAction> {
  /** What the event calls it, and what was said beside what the run shows. */
  action: A
  said?: object
  /** Throws for callers who may not. */
  refuse: (caller: Caller, run: FoundRun) => void
  decide: (run: FoundRun) => Promise<RunFields> | RunFields
}

/** The one way to change what is known of a run itself: read, decide, and write on the condition that nobody wrote to it in between. */
export const changeRun = <A extends RunAction>(
  { caller, params, version, idempotency, activity }: ChangingRequest<A>,
  services: Services,
  { action, said = {}, refuse, decide }: Deciding<A>,
): Promise<Run> =>
  decideAnew(async () => {
    const run = await findRun(caller, params, services)
    refuse(caller, run)
    refuseStale(run, version)
    const fields = await decide(run)
    const { next, write } = replaced(run.item, fields, caller.keys.run(params.date, params.user_id))
    const changed = { ...run, item: next }
    const answer = presentRun(changed, caller, services)
    const changes = changesBetween(toldOf(wholeRun(run, caller, services)), {
      ...toldOf(wholeRun(changed, caller, services)),
      ...said,
    })
    await activity.record(
      { action, ...aboutRun(run.date, run.person), changes },
      ...(idempotency ? [idempotency.record(answer)] : []),
      write,
      ...handoverWrites(caller.keys, run, next),
    )
    return answer
  })

/** A handover waits for its confirmation from the close on; it is found by the last package that was delivered, or else brought back. */
function handoverWrites(keys: TenantKeys, { date, person, item, deliveries }: FoundRun, next: StoredRun): Write[] {
  if (Boolean(item.resting) === Boolean(next.resting)) return []
  const key = keys.waitingHandover({ date, user_id: person.id })
  if (!next.resting) return [remove(key)]
  const ids = next.closings.at(-1)?.delivery_ids ?? []
  const inOrder = inStops(deliveries, next.order).filter(({ item: { id } }) => ids.includes(id))
  const last = inOrder.findLast(({ item: { status } }) => status === 'delivered') ?? inOrder.at(-1)
  // All of a handover may have gone to another day since it came back.
  const delivery_id = last?.item.id ?? ids.at(-1)
  return delivery_id === undefined ? [] : [put(key, { date, user_id: person.id, delivery_id })]
}

/** A run as events compare it: what became of a close that is taken back stays known from them. */
const toldOf = ({ state, closings, deliveries }: Run) => ({
  state,
  closings: closings.map(({ owing: _owing, corrections: _corrections, ...counted }) => counted),
  order: deliveries.map(({ id }) => id),
})

/** 409 for callers whose version is not the newest. */
export function refuseStale({ item }: FoundRun, version: number | undefined): void {
  if (version !== undefined && version !== item.version) throw staleRun()
}

/**
 * Belongs into a change of packages that is made by a call on their run: the run's version rises with it, and nothing happens on a run
 * that rests or, for callers who saw a version, has another one by now.
 */
export function bumpVersion({ caller, params, version }: RunRequest, went_out: string[] = []): Write {
  const changes = { add: { version: 1, writes: 1 }, ...(went_out.length > 0 && { append: { went_out } }) }
  return update(caller.keys.run(params.date, params.user_id), changes, {
    hasNot: ['resting'],
    // Versions only rise.
    ...(version !== undefined && { atMost: { version } }),
    refused: version === undefined ? runClosed : staleRun,
  })
}

function replaced(item: StoredRun, fields: RunFields, key: ReturnType<Caller['keys']['run']>) {
  const counters = { version: item.version + 1, writes: item.writes + 1 }
  const all = Object.entries({ ...item, ...fields, ...counters })
  // The casts say what the filter does: what is undefined is not there.
  const next = Object.fromEntries(all.filter(([, value]) => value !== undefined)) as unknown as StoredRun
  const gone = all.filter(([, value]) => value === undefined).map(([name]) => name as keyof RunFields)
  const write: Write = update(
    key,
    { set: next, remove: gone },
    {
      // Every write raises it: neither a call on the run nor one of its deliveries has written since.
      atMost: { writes: item.writes },
      // A retry inside the SDK finds its own write: the first try was applied and only its answer was lost.
      refused: (found) => (isDeepStrictEqual(found, next) ? undefined : new Overtaken()),
    },
  )
  return { next, write }
}
