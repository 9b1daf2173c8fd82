import { hashKey, useMutation } from '@tanstack/react-query'
import type { Entry } from '#shared/api/contract.ts'
import type * as runs from '#shared/api/runs.ts'
import { readRun } from '#shared/api/runs.ts'
import type { Run } from '#shared/model/run.ts'
import { type CallError, unreachableText } from '../../lib/api/call-error.ts'
import type { CallInput } from '../../lib/api/caller.ts'
import { readUnlessCached, useIdempotentCall } from '../../lib/api/queries.ts'
import { rereadRuns } from '../deliveries/delivery-cache.ts'
import { updateCachedRun } from './run-cache.ts'

/** The API calls that change a run and return it. */
type RunCall =
  | typeof runs.setRunOrder
  | typeof runs.startRun
  | typeof runs.closeRun
  | typeof runs.confirmRun
  | typeof runs.reopenRun

/** Returns the server's reason why a call failed. Without one, says that the server was not reached, or returns `fallback`. */
export const runFailureText = ({ detail, problems, status }: CallError, fallback: string) =>
  problems[0]?.msg || detail || (status === 0 ? unreachableText : fallback)

interface RunCalling {
  failed: string
  /** Returns the part of the run on which the user's decision depends. If that part has changed, the server refuses the call. */
  seen?: (run: Run) => unknown
  onDone?: (run: Run) => void
}

/**
 * Returns a function that makes a call to change a run, and the text of its failure, in the server's words if there are any. The
 * run in the response is shown at once.
 */
export function useRunCall<E extends RunCall & Entry>(entry: E, run: Run, { failed, seen, onDone }: RunCalling) {
  const params = { date: run.date, user_id: run.person.id }
  const callOnce = useIdempotentCall()
  const { mutateAsync, isPending, error } = useMutation<Run, CallError, CallInput<E>['body']>({
    async mutationFn(body) {
      // The run also gets a newer version when this user has just loaded a package. That must not cause a refusal, so the newest
      // version is sent unless the part in `seen` has changed.
      const newest = await readUnlessCached(readRun, { params })
      const { version } = hashKey([seen?.(newest)]) === hashKey([seen?.(run)]) ? newest : run
      const headers = { 'if-match': String(version) }
      return (await callOnce<RunCall>(entry, { params, headers, body } as CallInput<RunCall>)).body
    },
    onSuccess: (changed) => {
      updateCachedRun(changed)
      onDone?.(changed)
    },
    onError: ({ status }) => {
      if (status === 409) rereadRuns()
    },
  })
  return { send: mutateAsync, isPending, failure: error ? runFailureText(error, failed) : '' }
}
