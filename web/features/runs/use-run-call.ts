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

/** The calls that answer the run. */
type RunCall =
  | typeof runs.orderRun
  | typeof runs.startRun
  | typeof runs.closeRun
  | typeof runs.confirmRun
  | typeof runs.reopenRun

/** The server's words about a refused call on a run. */
export const runFailure = ({ detail, problems, status }: CallError, fallback: string) =>
  problems[0]?.msg || detail || (status === 0 ? unreachable : fallback)

interface RunCalling {
  failed: string
  /** What the user decides by: once it has become something else, the call is refused. */
  seen?: (run: Run) => unknown
  onDone?: (run: Run) => void
}

/** A call that changes a run: its answer is shown at once, a refusal is said in the server's words. */
export function useRunCall<E extends RunCall & Entry>(entry: E, run: Run, { failed, seen, onDone }: RunCalling) {
  const params = { date: run.date, user_id: run.person.id }
  const { mutateAsync, isPending, error } = useMutation<Run, CallError, CallInput<E>['body']>({
    async mutationFn(body) {
      // Whoever has just loaded a package has changed the run themselves.
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
