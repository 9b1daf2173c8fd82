import { hashKey, useMutation } from '@tanstack/react-query'
import type { Entry } from '#shared/api/contract.ts'
import type * as runs from '#shared/api/runs.ts'
import { readRun } from '#shared/api/runs.ts'
import type { Run } from '#shared/model/run.ts'
import { call } from '../../lib/api/call.ts'
import { type CallError, unreachable } from '../../lib/api/call-error.ts'
import type { CallInput } from '../../lib/api/caller.ts'
import { readNewest } from '../../lib/api/queries.ts'
import { keepRun, rereadRuns } from './run-cache.ts'

/** The calls whose answer is the run. */
type RunCall =
  | typeof runs.orderRun
  | typeof runs.startRun
  | typeof runs.closeRun
  | typeof runs.confirmRun
  | typeof runs.reopenRun

/** The server's text about a refused call on a run. */
export const runFailure = ({ detail, problems, status }: CallError, fallback: string) =>
  problems[0]?.msg || detail || (status === 0 ? unreachable : fallback)

interface RunCalling {
  failed: string
  /** The part of the run that the user's decision depends on. If it has changed, the call is refused. */
  seen?: (run: Run) => unknown
  onDone?: (run: Run) => void
}

/** A call that changes a run. Its answer is shown at once, and a refusal in the server's words. */
export function useRunCall<E extends RunCall & Entry>(entry: E, run: Run, { failed, seen, onDone }: RunCalling) {
  const params = { date: run.date, user_id: run.person.id }
  const { mutateAsync, isPending, error } = useMutation<Run, CallError, CallInput<E>['body']>({
    async mutationFn(body) {
      // A user who has just loaded a package has changed the run themselves.
      const newest = await readNewest(readRun, { params })
      const { version } = hashKey([seen?.(newest)]) === hashKey([seen?.(run)]) ? newest : run
      const headers = { 'if-match': String(version), 'idempotency-key': crypto.randomUUID() }
      return (await call<RunCall>(entry, { params, headers, body } as CallInput<RunCall>)).body
    },
    onSuccess: (changed) => {
      keepRun(changed)
      onDone?.(changed)
    },
    onError: ({ status }) => {
      if (status === 409) rereadRuns()
    },
  })
  return { send: mutateAsync, isPending, failure: error ? runFailure(error, failed) : '' }
}
