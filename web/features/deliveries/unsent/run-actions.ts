import { useQuery } from '@tanstack/react-query'
import { loadPackage, setRunOrder, startRun, unloadPackage } from '#shared/api/runs.ts'
import type { RunDelivery } from '#shared/model/run.ts'
import { call } from '../../../lib/api/call.ts'
import { CallError, errorDetail, unreachableText } from '../../../lib/api/call-error.ts'
import { waitingCount } from '../../../lib/api/waiting-count.ts'
import { runExclusively } from '../../../lib/browser/run-exclusively.ts'
import { toast } from '../../../lib/browser/toast.ts'
import { longestWaitMs } from '../../../lib/device/device-databases.ts'
import { storedValues } from '../../../lib/device/stored-values.ts'
import { serverNow } from '../../../lib/session/clock.ts'
import { useSignedInSession } from '../../../lib/session/session.ts'
import { rereadRuns } from '../delivery-cache.ts'
import { actionStore } from './action-store.ts'
import { rereadUnsentWork } from './unsent.tsx'

type Work =
  | { kind: 'load' | 'unload'; body: { delivery_id: string } }
  | { kind: 'start'; body: { include_not_loaded: boolean } }
  | { kind: 'order'; body: { delivery_ids: string[] } }

/**
 * Something that a user did with a run without a network. It stays on this phone until it is sent, in the order in which it was
 * done and before anything that was done at a door, because a package that has not gone out cannot be delivered. A repeat changes
 * nothing.
 */
export type StoredRunAction = Work & {
  key: string
  params: { date: string; user_id: string }
  /** By the phone's clock, corrected if it is wrong, in ISO format. */
  pressedAt: string
}

const isRecent = ({ pressedAt }: StoredRunAction) => Date.parse(pressedAt) > serverNow().getTime() - longestWaitMs

/** Returns a user's waiting actions. Like actions at doors, they wait for 30 days. */
async function readActions(userId: string): Promise<readonly StoredRunAction[]> {
  const actions = ((await storedValues.read<StoredRunAction[]>(userId, 'run-acts')) ?? []).filter(isRecent)
  waitingCount.note('run', actions.length)
  return actions
}

export const hasRunActions = async (userId: string) => (await readActions(userId)).length > 0

const alone = <T>(work: () => Promise<T>) => runExclusively('carelane-run-acts', work)

/** Changes the stored actions of a user. Resolves to false if this browser cannot store them. */
const rewrite = (userId: string, change: (actions: readonly StoredRunAction[]) => readonly StoredRunAction[]) =>
  runExclusively('carelane-run-acts-store', async () =>
    storedValues.keep(userId, 'run-acts', change(await readActions(userId)), Date.now() + longestWaitMs),
  )

/** Sends an action. Resolves to the packages in the server's response. */
async function post({ params, key, ...work }: StoredRunAction): Promise<readonly RunDelivery[]> {
  const sent = { params, headers: { 'idempotency-key': key } }
  switch (work.kind) {
    case 'load':
      return [(await call(loadPackage, { ...sent, body: work.body })).body]
    case 'unload':
      return [(await call(unloadPackage, { ...sent, body: work.body })).body]
    case 'start':
      return (await call(startRun, { ...sent, body: work.body })).body.deliveries
    case 'order':
      return (await call(setRunOrder, { ...sent, body: work.body })).body.deliveries
  }
}

const failureTexts = {
  load: 'Failed to load a package',
  unload: 'Failed to unload a package',
  start: 'Failed to start the run',
  order: 'Failed to change the order',
}

/**
 * Sends a user's waiting actions on runs. Rejects with the CallError of the first one that got no response; the others wait with it. An
 * action that the server refuses is dropped with a message: the run shows what is true, and nothing was signed.
 */
export async function sendRunActions(userId: string): Promise<void> {
  if (!(await hasRunActions(userId))) return
  await alone(async () => {
    try {
      for (const action of await readActions(userId)) {
        try {
          const packages = await post(action)
          await actionStore.adopt(userId, new Map(packages.map(({ id, version }) => [id, version])))
        } catch (error) {
          if (!(error instanceof CallError) || error.isUnanswered || [401, 408, 429].includes(error.status)) throw error
          toast.error(`${failureTexts[action.kind]}: ${errorDetail(error, unreachableText)}`)
        }
        await rewrite(userId, (actions) => actions.filter(({ key }) => key !== action.key))
      }
    } finally {
      rereadRuns()
      void rereadUnsentWork()
    }
  })
}

/**
 * Makes a call about a run by `send`, after what already waits on this phone. If there is no network, stores `work` on this phone
 * instead, and resolves to undefined. Rejects with the CallError of `send` if the server answers, or if nothing can be stored.
 */
export async function sendOrKeepRunAction<T>(
  userId: string,
  { params, ...work }: Work & Pick<StoredRunAction, 'params'>,
  send: () => Promise<T>,
): Promise<T | undefined> {
  try {
    await sendRunActions(userId)
    return await send()
  } catch (error) {
    if (!(error instanceof CallError) || error.status !== 0) throw error
    const action: StoredRunAction = { ...work, params, key: crypto.randomUUID(), pressedAt: serverNow().toISOString() }
    if (!(await rewrite(userId, (actions) => [...actions, action]))) throw error
    await rereadUnsentWork()
    return undefined
  }
}

const none: readonly StoredRunAction[] = []

/** Returns what the user did with runs and what waits on this phone to be sent. */
export function useRunActions(): readonly StoredRunAction[] {
  const { user } = useSignedInSession()
  const { data = none } = useQuery({
    queryKey: ['unsent', user.id, 'run'],
    queryFn: () => readActions(user.id),
    networkMode: 'always',
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data
}
